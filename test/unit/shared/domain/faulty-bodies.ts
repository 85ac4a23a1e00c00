import fc from "fast-check";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { invoiceB, item } from "../../issuer/authority/samples.js";

/** The day on which they are judged. */
export const today = "20260828";
export const issuer = { cuit: "30712345671", taxType: 1 };

const dates = fc.constantFrom(
  ..."20260815 20260818 20260822 20260823 20260828 20260831 20260901 20260902 20260908".split(" "),
);
const optionalDate = fc.option(dates, { nil: null });

/** Bodies with many faults that the authority refuses, and none that the check of the body refuses. */
export const bodies: fc.Arbitrary<IssuanceRequest> = fc
  .record({
    voucherType: fc.constantFrom(1, 2, 3, 6, 7, 8, 11, 12, 13),
    concept: fc.constantFrom(1, 2, 3),
    voucherDate: dates,
    customer: fc.record({
      docType: fc.constantFrom(80, 86, 96, 99, 55),
      docNumber: fc.constantFrom("0", "1", "12345678", "30710151543", "20111111113", "23000000000", issuer.cuit),
      name: fc.constant("Receptor"),
      taxType: fc.constantFrom(1, 2, 4, 5, 6, 15),
      address: fc.constant(null),
      stateId: fc.constant(null),
    }),
    items: fc.array(
      fc
        .record({
          price: fc.constantFrom(0, 0.01, 1, 100, 5_000_000, 20_000_000),
          taxType: fc.constantFrom(1, 2, 3, 4, 5, 6),
        })
        .map(({ price, taxType }) => item(price, taxType)),
      { minLength: 1, maxLength: 3 },
    ),
    serviceFrom: optionalDate,
    serviceTo: optionalDate,
    serviceExpiration: optionalDate,
    associatedVouchers: fc.array(
      fc.record({
        voucherType: fc.constantFrom(1, 6, 11, 88),
        posNumber: fc.constantFrom(1, 99_998, 99_999),
        voucherNumber: fc.constantFrom(1, 2, 99_999_998, 99_999_999),
        cuit: fc.constant(null),
      }),
      { maxLength: 2 },
    ),
    currency: fc.constantFrom(
      { id: "PES", quotation: 1 },
      { id: "DOL", quotation: 1_000 },
      { id: "ZZZ", quotation: 3 },
    ),
    tributes: fc.array(
      fc.record({
        type: fc.constantFrom(7, 50, 99),
        baseAmount: fc.constant(100),
        aliquot: fc.constant(1),
        subtotal: fc.constantFrom(0, 1),
        description: fc.constantFrom(null, "Percepción"),
      }),
      { maxLength: 2 },
    ),
    priceIncludesVat: fc.boolean(),
  })
  .map(invoiceB)
  // The check of the body refuses these before any prediction.
  .filter(
    ({ concept, serviceFrom, serviceTo, serviceExpiration, voucherType, associatedVouchers }) =>
      (concept === 1 || (serviceFrom !== null && serviceTo !== null && serviceExpiration !== null)) &&
      ([1, 6, 11].includes(voucherType) || associatedVouchers.length > 0),
  );
