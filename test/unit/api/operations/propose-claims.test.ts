import { expect, test } from "vitest";
import { proposeClaims } from "../../../../api/operations/reconcile/propose-claims.js";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import type { LostIssuance } from "../../../../shared/db/adoption/lost-issuances.js";
import type { KeylessVoucher } from "../../../../shared/db/reconcile/keyless-vouchers.js";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import { invoiceB, today } from "../../../support/samples/invoice.js";

const named = { customer: { docType: 96, docNumber: "30111222", name: "Consumer", taxType: 5 } };
const nobody = { customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 } };
const toNobody = { docType: 99, docNumber: "0" };

let lastId = 0;
/** A sale to a customer with a document, whose voucher is asked for no more. */
function lost(total: number, over: Partial<LostIssuance> = {}, changes: object = {}): LostIssuance {
  const checked = checkIssuance(
    invoiceB({ items: [{ description: "Yerba", quantity: 1, price: total, taxType: 5 }], ...named, ...changes }),
  );
  if (!checked.ok) throw new Error("the sample is not valid");
  const amounts = computeAmounts(checked.body);
  return {
    ...{ id: ++lastId, key: `key-${lastId}`, state: "cancelled", posNumber: 1, voucherType: 6, number: null },
    ...{ substitute: null, isDoubtful: false, isFirst: false, recordedAtMs: 2_000 },
    ...{ body: checked.body, amounts, declared: toDeclaration(checked.body, amounts) },
    ...over,
  };
}

/** A voucher to the same customer, in a numbering of which commits were lost. */
const voucher = (number: number, totalAmount: string, over: Partial<KeylessVoucher> = {}): KeylessVoucher => ({
  ...{ posNumber: 1, voucherType: 6, number, voucherDate: today(), totalAmount },
  ...{ docType: 96, docNumber: "30111222" },
  ...{ tributesAmount: "0.00", currency: "PES", cae: `7000000000${1_000 + number}`, isCaea: false },
  ...{ mayBeForgotten: true, processedAtMs: 1_000, ...over },
});

const pairs = (issuances: LostIssuance[], vouchers: KeylessVoucher[]) => {
  const { claims, ambiguous, anonymous } = proposeClaims(issuances, vouchers);
  expect(anonymous).toEqual([]);
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
  ["document's type", { docType: 86 }],
  ["document", { docNumber: "30999888" }],
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

test("where nothing can be forgotten, a voucher is proposed only for a key in doubt, and none that is older than its first attempt", () => {
  const known = voucher(2, "100", { mayBeForgotten: false });
  const inDoubt = { isDoubtful: true };
  expect(pairs([lost(100)], [known]).claims).toEqual([]);
  expect(pairs([lost(100, inDoubt)], [known]).claims).toHaveLength(1);
  expect(pairs([lost(100, { ...inDoubt, isFirst: true })], [known]).claims).toEqual([]);
  const late = { ...known, processedAtMs: 3_000 };
  expect(pairs([lost(100, { ...inDoubt, isFirst: true })], [late]).claims).toHaveLength(1);
  expect(pairs([lost(100)], [late]).claims).toEqual([]);
});

test("where an attempt may be forgotten, a voucher that is younger than the request is its own only when the key is in doubt", () => {
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

test("a pair says when its voucher was made, and when its sale was sent; one without a receiver is told apart", () => {
  const { claims, anonymous, ambiguous } = proposeClaims(
    [lost(100, {}, nobody), lost(200)],
    [voucher(2, "100", toNobody), voucher(3, "200", { docNumber: "30111222 " })],
  );
  const times = { processedAt: "1970-01-01T00:00:01.000Z", sentAt: "1970-01-01T00:00:02.000Z" };
  expect(claims).toMatchObject([{ number: 3, receiver: "96 30111222", ...times }]);
  expect(anonymous).toMatchObject([{ number: 2, receiver: null, ...times }]);
  expect(ambiguous).toEqual([]);
});
