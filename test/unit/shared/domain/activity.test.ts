import { expect, test } from "vitest";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import { type NoteRequest, toNote } from "../../../../shared/domain/note-of-voucher.js";
import { noPrintedTexts } from "../../../../shared/domain/printed-texts.js";
import {
  readPayload,
  type StoredPayload,
  toStoredPayload,
  writePayload,
} from "../../../../shared/domain/stored-payload.js";
import { invoiceB } from "../../issuer/authority/samples.js";

// The activity of a voucher. Source: api/README.md, "Activity".

const sold = invoiceB({ activityCode: "011111" });

test("an activity is stored and not declared", () => {
  expect(readPayload(writePayload(toStoredPayload(sold)))).toHaveProperty("activityCode", "011111");
  const amounts = computeAmounts(sold);
  expect(toDeclaration(sold, amounts)).toEqual(toDeclaration(invoiceB(), amounts));
});

test.each<[string, StoredPayload, NoteRequest["activityCode"], string | null]>([
  ["has its voucher's activity", toStoredPayload(sold), undefined, "011111"],
  ["can have another", toStoredPayload(sold), "620100", "620100"],
  ["of a voucher without one has none", toStoredPayload(invoiceB()), undefined, null],
  ["of a voucher from before activities has none", before(toStoredPayload(sold)), undefined, null],
  ["of such a voucher can have one", before(toStoredPayload(sold)), "620100", "620100"],
])("a credit note %s", (_, payload, activityCode, expected) => {
  const { voucherType, posNumber, voucherDate, currency } = sold;
  const original = { id: 1, voucherType, posNumber, voucherNumber: 7, voucherDate, currency, payload, ...known };
  const given = { idempotency: "note", legend: null, comments: null, externalReference: null, additionalData: null };
  const note = toNote(
    original,
    { ...given, emails: [], fce: null, ...noPrintedTexts, activityCode },
    { voucherType: 8, today: "20260901" },
  );
  expect(note.activityCode).toBe(expected);
});

const known = { amounts: computeAmounts(sold), isImported: false, askedPos: 1, cuit: "30712345671" };

function before({ activityCode: _, ...payload }: StoredPayload): StoredPayload {
  return payload;
}
