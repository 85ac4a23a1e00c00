import fc from "fast-check";
import { expect, test } from "vitest";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { type AskedNote, checkingNote } from "../../../../api/schemas/check-note.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import { atOnce } from "../../../../shared/domain/steps.js";
import { readPayload, toStoredPayload, writePayload } from "../../../../shared/domain/stored-payload.js";
import { findNoteType, getVoucherType } from "../../../../shared/domain/voucher-types.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { judgeDeclared } from "../../shared/domain/judge-declared.js";

const checkNote = (raw: unknown, asked: AskedNote) => atOnce(checkingNote(raw, asked));

const cuit = "30712345671";
const today = "20260815";
const pairs = { 1: 2, 3: 2, 6: 7, 8: 7, 11: 12, 13: 12 } as const;
type Debited = keyof typeof pairs;

const line = fc
  .record({
    cents: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 5_000_000 })),
    quantity: fc.integer({ min: 1, max: 9 }),
    taxType: fc.constantFrom(1, 2, 3, 4, 5, 6, 8, 9),
  })
  .map(({ cents, quantity, taxType }) => ({ description: "Artículo", quantity, price: cents / 100, taxType }));
const items = fc.array(line, { minLength: 1, maxLength: 5 }).filter((some) => some.some(({ price }) => price > 1));

function originalOf(voucherType: Debited, sold: object[], inDollars: boolean) {
  const checked = checkIssuance({
    ...{ idempotency: "original", posNumber: 4, voucherType, concept: 3, voucherDate: "20260801", items: sold },
    ...{ serviceFrom: "20260701", serviceTo: "20260731", serviceExpiration: "20260820" },
    customer: {
      docType: 80,
      docNumber: "30710151543",
      name: "S.R.L.",
      taxType: getVoucherType(voucherType).letter === "B" ? 4 : 1,
    },
    ...(inDollars && { currency: { id: "DOL", quotation: 1_000 } }),
    ...([3, 8, 13].includes(voucherType) && { associatedPeriod: { from: "20260701", to: "20260731" } }),
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const { body, amounts } = checked;
  const payload = readPayload(writePayload(toStoredPayload(body)));
  const { posNumber, voucherDate, currency } = body;
  return {
    id: 1,
    voucherType,
    posNumber,
    askedPos: posNumber,
    voucherNumber: 7,
    voucherDate,
    currency,
    amounts,
    payload,
    isImported: false,
    cuit,
  };
}

test("a debit note of anything is of its letter, names it, has its receiver and currency, and the authority takes it", () => {
  const voucherTypes = fc.constantFrom(...(Object.keys(pairs).map(Number) as Debited[]));
  fc.assert(
    fc.property(voucherTypes, items, items, fc.boolean(), fc.boolean(), (debited, sold, owed, inDollars, withVat) => {
      const original = originalOf(debited, sold, inDollars);
      const voucherType = findNoteType("debit", debited) ?? 0;
      expect(voucherType).toBe(pairs[debited]);
      expect(getVoucherType(voucherType).letter).toBe(getVoucherType(debited).letter);
      const raw = { idempotency: "note", items: owed, priceIncludesVat: withVat };
      const checked = checkNote(raw, { kind: "debit", original, voucherType, today, fce: null, withheldA: false });
      if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
      const { body, amounts } = checked;
      expect(body).toMatchObject({
        ...{ voucherType, posNumber: 4, voucherDate: today, concept: 3, currency: original.currency },
        customer: { docNumber: "30710151543" },
        associatedVouchers: [{ voucherType: debited, posNumber: 4, voucherNumber: 7 }],
        associatedPeriod: null,
      });
      expect(body.items.map(({ price, taxType }) => [price, taxType])).toEqual(
        owed.map(({ price, taxType }) => [price, taxType]),
      );
      // Notes have no tolerance of VAT that could refuse them.
      expect(judgeDeclared(body, toDeclaration(body, amounts), { cuit, today })).toEqual([]);
    }),
    propertyRuns(500),
  );
});

test("without items there is no debit", () => {
  fc.assert(
    fc.property(fc.constantFrom(undefined, null, []), (none) => {
      const original = originalOf(6, [{ description: "Artículo", quantity: 1, price: 100, taxType: 5 }], false);
      const raw = { idempotency: "note", ...(none !== undefined && { items: none }) };
      const checked = checkNote(raw, { kind: "debit", original, voucherType: 7, today, fce: null, withheldA: false });
      expect(checked).toMatchObject({ ok: false, faults: [{ field: ["items"] }] });
    }),
    propertyRuns(10),
  );
});
