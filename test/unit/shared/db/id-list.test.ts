import { expect, test } from "vitest";
import { readListing } from "../../../../api/parsing/read-listing.js";
import { voucherFields } from "../../../../shared/db/listing/listed-fields.js";
import { toIdList, toListStatement } from "../../../../shared/db/listing/voucher-list.js";

const listOf = (query: string) => toIdList(readListing(new URLSearchParams(query), voucherFields));

test("a repeated id is searched once, and an impossible id is not searched", () => {
  const query = `id__in=7,8,007,+7,0,-3,x,9007199254740991,9007199254740992,${"9".repeat(400)}`;
  expect(listOf(query)).toEqual({ ids: [7, 8, Number.MAX_SAFE_INTEGER], descending: true });
  expect(listOf("id__in=0")).toEqual({ ids: [], descending: true });
  expect(listOf("id__in=9,8&ordering=id")).toEqual({ ids: [9, 8], descending: false });
});

test("one statement serves every list of ids", () => {
  const scope = { companyId: 7, production: true };
  const names = ["id__in=1", "id__in=5,6,7", "id__in=-1"].map((query) => {
    const list = listOf(query);
    return list && toListStatement(scope, list).name;
  });
  expect(new Set(names)).toEqual(new Set([expect.stringMatching(/^list_[0-9a-f]{16}$/)]));
});

test.each([
  "id__in=7&limit=20",
  "id__in=7&offset=50",
  "id__in=7&pos=1",
  "id__in=7&id__in=8",
  "id__in=7&ordering=date",
  "pos__in=7",
  "id=7",
  "",
])("«%s» is not a plain list of ids, or not its first page", (query) => expect(listOf(query)).toBeUndefined());
