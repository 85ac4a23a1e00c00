import { expect, test } from "vitest";
import { describeProposal } from "../../../../api/admin/describe-claims.js";
import { proposeClaims } from "../../../../api/operations/reconcile/propose-claims.js";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import type { LostIssuance } from "../../../../shared/db/claims/lost-issuances.js";
import type { KeylessVoucher } from "../../../../shared/db/reconcile/keyless-vouchers.js";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import { invoiceB, today } from "../../../support/samples/invoice.js";

let lastId = 0;
function lost(total: number, over: Partial<LostIssuance> = {}, changes: object = {}): LostIssuance {
  const checked = checkIssuance(
    invoiceB({ items: [{ description: "Yerba", quantity: 1, price: total, taxType: 5 }], ...changes }),
  );
  if (!checked.ok) throw new Error("the sample is not valid");
  const amounts = computeAmounts(checked.body);
  return {
    ...{ id: ++lastId, key: `key-${lastId}`, state: "cancelled", posNumber: 1, voucherType: 6, number: null },
    ...{ substitute: null, isDoubtful: false, recordedAtMs: 2_000 },
    ...{ body: checked.body, amounts, declared: toDeclaration(checked.body, amounts) },
    ...over,
  };
}

const voucher = (number: number, totalAmount: string, over: Partial<KeylessVoucher> = {}): KeylessVoucher => ({
  ...{ posNumber: 1, voucherType: 6, number, voucherDate: today(), docType: 99, docNumber: "0", totalAmount },
  ...{ currency: "PES", cae: `7000000000${1_000 + number}`, isCaea: false, processedAtMs: 1_000, ...over },
});

const pairs = (issuances: LostIssuance[], vouchers: KeylessVoucher[]) => {
  const { claims, ambiguous } = proposeClaims(issuances, vouchers);
  return {
    claims: claims.map(({ issuanceId, number, numberPos }) => [issuanceId, number, numberPos]),
    ambiguous: ambiguous.map(({ issuanceId, number }) => [issuanceId, number]),
  };
};

test("each voucher gets the key of the one sale that equals it, in the order of the sales", () => {
  const [one, other, third] = [lost(200), lost(100), lost(300)];
  expect(pairs([one, other, third], [voucher(2, "100"), voucher(3, "200.00"), voucher(4, "400")])).toEqual({
    claims: [
      [one.id, 3, null],
      [other.id, 2, null],
    ],
    ambiguous: [],
  });
});

test.each<[string, Partial<KeylessVoucher>]>([
  ["point of sale", { posNumber: 2 }],
  ["type", { voucherType: 11 }],
  ["date", { voucherDate: "20200101" }],
  ["document's type", { docType: 96 }],
  ["document", { docNumber: "30111222" }],
  ["currency", { currency: "DOL" }],
])("a voucher with another %s equals no sale", (_, over) => {
  expect(pairs([lost(100)], [voucher(2, "100", over)])).toEqual({ claims: [], ambiguous: [] });
});

test("what equals more than one is left to a person", () => {
  const [one, other] = [lost(100), lost(100)];
  expect(pairs([one, other], [voucher(2, "100")])).toEqual({
    claims: [],
    ambiguous: [
      [one.id, 2],
      [other.id, 2],
    ],
  });
  expect(pairs([one], [voucher(2, "100"), voucher(3, "100")]).claims).toEqual([]);
});

test("a voucher that is younger than the request is its own only when the key is in doubt", () => {
  const young = voucher(2, "100", { processedAtMs: 3_000 });
  expect(pairs([lost(100)], [young]).claims).toEqual([]);
  expect(pairs([lost(100, { isDoubtful: true })], [young]).claims).toHaveLength(1);
});

test("a voucher at the point of sale that stands in belongs to the sale of the one that it stands in for", () => {
  const moved = lost(100, { substitute: 9 });
  expect(pairs([moved], [voucher(5, "100", { posNumber: 9, isCaea: true })]).claims).toEqual([[moved.id, 5, 9]]);
});

test("a sale equals its voucher with the authority's split of the VAT, too", () => {
  const items = [1, 2, 3].map((at) => ({ description: `Item ${at}`, quantity: 1, price: 10.03, taxType: 5 }));
  const net = lost(100, {}, { items, priceIncludesVat: false });
  const cured = computeAmounts(net.body, "authority");
  expect(cured.total).not.toBe(net.amounts.total);
  const { claims } = proposeClaims([net], [voucher(2, cured.total)]);
  expect(claims).toMatchObject([{ issuanceId: net.id, number: 2 }]);
});

test("a pair says when its voucher was made, when its sale was sent, and whether a receiver ties them", () => {
  const named = { customer: { docType: 96, docNumber: "30111222", name: "Consumer", taxType: 5 } };
  const { claims } = proposeClaims(
    [lost(100), lost(200, {}, named)],
    [voucher(2, "100"), voucher(3, "200", { docType: 96, docNumber: "30111222 " })],
  );
  const times = { processedAt: "1970-01-01T00:00:01.000Z", sentAt: "1970-01-01T00:00:02.000Z" };
  expect(claims).toMatchObject([
    { number: 2, receiver: null, ...times },
    { number: 3, receiver: "96 30111222", ...times },
  ]);
  const of = (at: number) => describeProposal([{ company: "demo", claims: claims.slice(at, at + 1) }]);
  expect(of(0)).toContain("Of 1 the receiver is not identified");
  expect(of(1)).not.toContain("not identified");
});
