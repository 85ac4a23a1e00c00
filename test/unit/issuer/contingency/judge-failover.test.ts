import { describe, expect, test } from "vitest";
import { judgeFailover } from "../../../../issuer/contingency/judge-failover.js";
import type { ContingencyLine, MovableIssuance } from "../../../../shared/db/contingency/fail-over-issuances.js";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { invoiceB, item } from "../authority/samples.js";

const nowMs = Date.parse("2026-11-20T12:00:00-03:00");
const code = { id: 1, code: "26463476341977", validFrom: "20261116", validTo: "20261130" };
const line: Pick<ContingencyLine, "substitute" | "standing" | "codes" | "issuer" | "ruleMoves"> = {
  substitute: 9,
  standing: { lastNumber: 4, lastDate: "20261118" },
  codes: [code],
  issuer: { cuit: "30712345671", taxType: 1 },
  ruleMoves: {},
};

const movable = (
  changes: Partial<IssuanceRequest> = {},
  vatRounding: MovableIssuance["vatRounding"] = "auto",
): MovableIssuance => {
  const body = invoiceB({ voucherDate: "20261120", ...changes });
  return { id: 1, revision: 1, recordedAtMs: 0, requestId: "r-1", body, amounts: computeAmounts(body), vatRounding };
};

const moves = (one: MovableIssuance, changes: Partial<typeof line> = {}) =>
  judgeFailover(one, { ...line, ...changes }, nowMs) !== undefined;

test("class A under withholding stays with CAE", () => {
  const customer = { docType: 80, docNumber: "30710151543", name: "X", taxType: 1, address: null, stateId: null };
  expect(moves(movable({ voucherType: 1, customer }))).toBe(true);
  for (const voucherType of [51, 52, 53]) expect(moves(movable({ voucherType, customer }))).toBe(false);
});

test("a voucher of today moves, with the code of its date", () => {
  const move = judgeFailover(
    movable(),
    { ...line, codes: [{ ...code, id: 2, validFrom: "20261101", validTo: "20261115" }, code] },
    nowMs,
  );
  expect(move).toMatchObject({ id: 1, code, declared: { voucherDate: "20261120", total: "100.00" } });
});

describe("stays with CAE", () => {
  test("without a point of sale that stands in, or a last number there", () => {
    expect(moves(movable(), { substitute: null })).toBe(false);
    expect(moves(movable(), { standing: null })).toBe(false);
  });

  test("without a code of its date", () => {
    expect(moves(movable(), { codes: [] })).toBe(false);
    expect(moves(movable({ voucherDate: "20261118" }))).toBe(true);
    const of15 = movable({ voucherDate: "20261115" });
    const open = { standing: { lastNumber: 4, lastDate: null } };
    expect(moves(of15, open)).toBe(false);
    expect(moves(of15, { ...open, codes: [code, { ...code, validFrom: "20261101", validTo: "20261115" }] })).toBe(
      false,
    );
  });

  test("with a date after today, or before the last voucher there", () => {
    expect(moves(movable({ voucherDate: "20261121" }))).toBe(false);
    expect(moves(movable({ voucherDate: "20261117" }))).toBe(false);
  });

  test("as a credit invoice", () => {
    expect(moves(movable({ voucherType: 206 }))).toBe(false);
  });

  test("when the authority would refuse it under CAE", () => {
    expect(moves(movable({ voucherType: 11 }))).toBe(false);
    expect(moves(movable({ currency: { id: "XYZ", quotation: 1 } }))).toBe(false);
  });
});

describe("a VAT beyond the tolerance", () => {
  const three = { items: [item(100, 5), item(100, 5), item(100, 5)] };

  test("is split as the authority wants it, because nobody can cure it afterwards", () => {
    const one = movable(three);
    const move = judgeFailover(one, line, nowMs);
    expect(one.amounts.rounding).toBe("line");
    expect(move?.amounts.rounding).toBe("authority");
    expect(move?.declared.vat).toBe(move?.amounts.vat);
  });

  test("stays with CAE when the company wants its lines as they are", () => {
    expect(moves(movable(three, "line"))).toBe(false);
  });
});
