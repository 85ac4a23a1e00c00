import { expect, test } from "vitest";
import type { LedgerView } from "../../authority/ledger-view.js";
import type { Exchange } from "../../support/readers/exchange.js";
import type { Ledgers, VoucherRow } from "../../support/readers/three-ledgers.js";
import { findViolations } from "../../support/readers/violations.js";

const items = [{ description: "Yerba mate 1 kg", quantity: 1, price: 100, taxType: 5 }];

const voucher: VoucherRow = {
  id: 7,
  company: "demo",
  cuit: "30712345671",
  production: false,
  pos: 1,
  type: 6,
  number: 1,
  date: "20261121",
  docNumber: "0",
  total: "100.00",
  net: "82.64",
  vat: "17.36",
  cae: "86471234567890",
  caea: false,
  report: null,
  amounts: ["82.64", "17.36", "0.00", "0.00", "0.00"],
  idempotency: "sale-1",
  payload: { items },
  hasPdf: true,
  pdfs: 1,
};

const granted = {
  env: "homologation",
  cuit: "30712345671",
  pos: 1,
  type: 6,
  number: 1,
  numberTo: 1,
  date: "20261121",
  docNumber: "0",
  total: "100.00",
  net: "82.64",
  vat: "17.36",
  exempt: "0.00",
  notTaxable: "0.00",
  tributes: "0.00",
  cae: "86471234567890",
  foreign: false,
} as LedgerView;

const result = { id: 7, voucherNumber: 1, cae: "86471234567890", totalAmount: 100, idempotencyHit: false };

const told: Exchange = {
  company: "demo",
  production: false,
  idempotency: "sale-1",
  body: { items },
  sentAtMs: 10,
  answer: { atMs: 20, status: 201, code: undefined, result },
};

const issuance: Ledgers["issuances"][number] = {
  ...{ company: "demo", production: false, idempotency: "sale-1", state: "approved", pos: 1, type: 6, number: 1 },
  why: null,
};

const agreeing = (over: Partial<Ledgers> = {}): Ledgers => ({
  told: [told],
  issuances: [issuance],
  vouchers: [voucher],
  usage: [{ company: "demo", reserved: 0, used: 1 }],
  granted: [granted],
  ...over,
});

const answered = (status: number, code?: string) => ({ atMs: 30, status, code, result: undefined });

test("ledgers that agree break no invariant", () => {
  expect(findViolations(agreeing())).toEqual([]);
});

test.each<[string, string, Partial<Ledgers>]>([
  ["a granted voucher that we do not have", "I1 I2", { granted: [granted, { ...granted, number: 2, cae: "1" }] }],
  ["our voucher that was never granted", "I2", { granted: [], usage: [{ company: "demo", reserved: 0, used: 1 }] }],
  ["another total at the authority", "I2", { granted: [{ ...granted, total: "101.00" }] }],
  ["two vouchers of a key", "I1", { vouchers: [voucher, { ...voucher, number: 2 }] }],
  ["a gap", "I3", { granted: [granted, { ...granted, number: 3, foreign: true }] }],
  ["a date that goes back", "I3", { granted: [granted, { ...granted, number: 2, date: "20261120", foreign: true }] }],
  ["a 429 although the voucher exists", "I6", { told: [{ ...told, answer: answered(429, "VOUCHER_LOCK_TIMEOUT") }] }],
  ["a 201 without a voucher", "I6", { vouchers: [], granted: [], usage: [] }],
  [
    "a 201 with another CAE",
    "I6",
    { told: [{ ...told, answer: { ...answered(201), result: { ...result, cae: "2" } } }] },
  ],
  ["201 twice", "I1 I6", { told: [told, told] }],
  ["a content that no request had", "I7", { told: [{ ...told, body: { items: [{ ...items[0], price: 99 }] } }] }],
  ["a foreign voucher adopted as ours", "I7", { granted: [{ ...granted, foreign: true }] }],
  ["other VAT at the authority", "I7 I12", { granted: [{ ...granted, vat: "17.35" }] }],
  ["more quota used than issued", "I8", { usage: [{ company: "demo", reserved: 0, used: 2 }] }],
  ["quota that stays reserved", "I8", { usage: [{ company: "demo", reserved: 1, used: 1 }] }],
  ["a PDF that is said to be there and is not", "I9", { vouchers: [{ ...voucher, pdfs: 0 }] }],
  ["a second original", "I9", { vouchers: [{ ...voucher, pdfs: 2 }] }],
  [
    "an issuance that is still open",
    "I10",
    {
      issuances: [{ ...issuance, idempotency: "sale-2", state: "queued", number: null }],
    },
  ],
])("%s breaks %s", (_what, invariant, over) => {
  expect(findViolations(agreeing(over)).map((found) => found.invariant)).toContain(invariant);
});

test("a voucher that is copied to another company breaks I2, I7 and I8", () => {
  const copied = agreeing({ vouchers: [voucher, { ...voucher, id: 8, company: "mono", cuit: "20111111112" }] });
  copied.usage = [...copied.usage, { company: "mono", reserved: 0, used: 0 }];
  expect(findViolations(copied).map(({ invariant }) => invariant)).toEqual(["I2", "I7", "I8"]);
  expect(findViolations(copied, { mayWait: true })).toEqual(findViolations(copied));
});

test("a 429 is no violation when the key was sent again or another of its requests was under way", () => {
  const refused = { ...told, answer: answered(429, "VOUCHER_LOCK_TIMEOUT") };
  const later = { ...told, sentAtMs: 40, answer: { atMs: 50, status: 201, code: undefined, result } };
  const lost: Exchange = { ...told, sentAtMs: 5, lost: "other side closed" };
  delete lost.answer;
  expect(findViolations(agreeing({ told: [refused, later] }))).toEqual([]);
  expect(findViolations(agreeing({ told: [refused, lost] }))).toEqual([]);
});

const inDoubt = { ...issuance, idempotency: "sale-2", state: "submitted", number: 2, why: "see whose it is" };
const behind = { ...issuance, idempotency: "sale-3", state: "queued", number: null };
const second = { ...granted, number: 2, numberTo: 2, cae: "2" };

test("what waits for a person breaks nothing where it may wait", () => {
  const waiting = agreeing({ issuances: [issuance, inDoubt, behind], granted: [granted, second] });
  waiting.usage = [{ company: "demo", reserved: 1, used: 1 }];
  expect(findViolations(waiting).map(({ invariant }) => invariant)).toEqual(["I1 I2", "I10", "I10"]);
  expect(findViolations(waiting, { mayWait: true })).toEqual([]);
});

test.each<[string, string[], Partial<Ledgers>]>([
  [
    "a voucher under another number than the one in doubt",
    ["I1 I2"],
    { granted: [granted, second, { ...second, number: 3, numberTo: 3, cae: "3" }] },
  ],
  ["an issuance of another sequence", ["I10"], { issuances: [issuance, inDoubt, { ...behind, pos: 2 }] }],
  ["an issuance of another company", ["I10"], { issuances: [issuance, inDoubt, { ...behind, company: "mono" }] }],
])("%s waits for nobody", (_what, invariants, over) => {
  const waiting = agreeing({ issuances: [issuance, inDoubt], granted: [granted, second], ...over });
  waiting.usage = [{ company: "demo", reserved: 1, used: 1 }];
  expect(findViolations(waiting, { mayWait: true }).map(({ invariant }) => invariant)).toEqual(invariants);
});

test("a refused report, what stands behind it and what was given up need not be at the authority", () => {
  const at = (number: number, report: VoucherRow["report"]): VoucherRow => ({
    ...{ ...voucher, id: number, pos: 501, number, caea: true, report },
    ...{ idempotency: `sale-${number}`, cae: "9" },
  });
  const broken = (...rows: VoucherRow[]) =>
    findViolations(
      agreeing({
        told: [told, ...rows.map(({ idempotency }) => ({ ...told, idempotency, answer: answered(504) }))],
        vouchers: [voucher, ...rows],
        usage: [{ company: "demo", reserved: 0, used: 1 + rows.length }],
      }),
      { mayWait: true },
    ).map(({ invariant, text }) => `${invariant} ${/-(\d+) cae/.exec(text)?.[1]}`);
  expect(broken(at(2, "rejected"), at(3, "due"))).toEqual([]);
  expect(broken(at(2, "givenUp"))).toEqual([]);
  expect(broken(at(2, "due"))).toEqual(["I2 2"]);
  expect(broken(at(2, "due"), at(3, "rejected"), at(4, "sent"))).toEqual(["I2 2"]);
  expect(broken(at(2, "rejected"), at(3, "reported"))).toEqual(["I2 3"]);
});
