import fc from "fast-check";
import { expect, test } from "vitest";
import type { TypedFields } from "../../../../../api/app/fields/typed.js";
import { toBody } from "../../../../../api/app/new-voucher/to-body.js";
import { getVoucherType } from "../../../../../shared/domain/voucher-types.js";
import { publicCase } from "../../../../support/public-case.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

const kind = "A debit note from a voucher";
const rule = "EXTENSIONS.md, section 2; api/app/README.md";

const proposedFor = (voucherType: number, posNumber = 1, voucherNumber = 12) => {
  const typed: TypedFields = {
    ...{ posNumber: "1", concept: "1", voucherDate: "2026-11-23", voucherType: String(voucherType) },
    "associatedVouchers.0.posNumber": String(posNumber),
    "associatedVouchers.0.voucherNumber": String(voucherNumber),
  };
  const { body } = toBody("key", typed, { taxType: getVoucherType(voucherType).letter === "C" ? 6 : 1 });
  return (body as { associatedVouchers?: { voucherType?: number }[] }).associatedVouchers?.[0];
};

for (const [note, invoice] of [
  [2, 1],
  [3, 1],
  [7, 6],
  [13, 11],
  [202, 201],
  [208, 206],
] as const)
  publicCase(
    { kind, sent: `application: a note of type ${note} names a number alone`, right: `it is of type ${invoice}`, rule },
    () => {
      expect(proposedFor(note)?.voucherType).toBe(invoice);
    },
  );

test("what is proposed for a note is an invoice of its letter and regime, whatever number is typed", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(2, 3, 7, 8, 12, 13, 202, 203, 207, 208, 212, 213),
      fc.integer({ min: 1, max: 99_998 }),
      fc.integer({ min: 1, max: 99_999_999 }),
      (note, posNumber, voucherNumber) => {
        const proposed = proposedFor(note, posNumber, voucherNumber);
        expect(proposed).toMatchObject({ posNumber, voucherNumber });
        const [of, own] = [getVoucherType(proposed?.voucherType ?? 0), getVoucherType(note)];
        expect([of.letter, of.isFce, of.kind]).toEqual([own.letter, own.isFce, "invoice"]);
      },
    ),
    propertyRuns(300),
  );
});
