import fc from "fast-check";
import { expect, test } from "vitest";
import { furtherState, isOurReference, judgePayment } from "../../../../../shared/domain/payments/judge-payment.js";
import { type PaymentState, paymentStates } from "../../../../../shared/domain/payments/payment-state.js";
import { centsOf, readPesos } from "../../../../../shared/domain/payments/pesos.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

const reference = `tal-${"0a".repeat(16)}`;
const asked = { reference, amount: "15000.10" };
const said = { id: "1", status: "approved", amount: "15000.1", currency: "ARS", collector: "77", reference };

test("an approved payment of what was asked counts, and one of more", () => {
  expect(judgePayment(said, asked, "77")).toEqual({ state: "approved", why: null });
  expect(judgePayment({ ...said, amount: "15000.11" }, asked, "77").state).toBe("approved");
});

test.each([
  ["amount", { amount: "15000.09" }],
  ["amount", { amount: "1.5e+21" }],
  ["currency", { currency: "USD" }],
  ["collector", { collector: "78" }],
  ["reference", { reference: `tal-${"0b".repeat(16)}` }],
] as const)("a wrong %s waits for the operator: %j", (why, wrong) => {
  expect(judgePayment({ ...said, ...wrong }, asked, "77")).toEqual({ state: "review", why });
});

test("a payment of no checkout waits for the operator", () => {
  expect(judgePayment(said, undefined, "77")).toEqual({ state: "review", why: "reference" });
});

test.each([
  ["pending", "pending"],
  ["in_process", "pending"],
  ["authorized", "pending"],
  ["in_mediation", "pending"],
  ["rejected", "rejected"],
  ["cancelled", "rejected"],
  ["refunded", "refunded"],
  ["charged_back", "charged_back"],
  ["constructor", "pending"],
  ["something new", "pending"],
])("the provider's %s is %s", (status, state) => {
  expect(judgePayment({ ...said, status }, asked, "77").state).toBe(state);
});

const anyState = fc.constantFrom(...paymentStates);

test("looks that are written in another order than they were made never take money back", () => {
  const money: PaymentState[] = ["approved", "refunded", "charged_back"];
  fc.assert(
    fc.property(fc.array(anyState, { minLength: 1, maxLength: 8 }), (seen) => {
      const end = seen.reduce<PaymentState | undefined>(furtherState, undefined);
      const first = seen.find((state) => money.includes(state) || state === "review" || state === "closed");
      if (first === "approved") expect([...money, "closed"]).toContain(end);
      expect(furtherState(end, end as PaymentState)).toBe(end);
    }),
    propertyRuns(300),
  );
});

test("an amount keeps its cents from text to text", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (cents) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
      expect(readPesos(text)).toBe(text);
      // As a JSON number is read and written again.
      expect(centsOf(String(Number(text)))).toBe(BigInt(cents));
    }),
    propertyRuns(300),
  );
  for (const wrong of ["0", "0.00", "1000000000", "1.005", "-1", "1e3", "", "1,5", " 1", "NaN"])
    expect(readPesos(wrong)).toBeUndefined();
});

test("a reference is ours by its form alone", () => {
  expect(isOurReference(reference)).toBe(true);
  for (const other of ["", "tal-", `TAL-${"0a".repeat(16)}`, `${reference}0`, `x${reference}`, `${reference}\n`])
    expect(isOurReference(other)).toBe(false);
});
