import type { Declaration } from "../../../shared/domain/declaration.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";

const plain = (amount: string) => String(Number(amount));

/** What the authority has under a number that was granted to this declaration. */
export const recordedAs = (declared: Declaration, voucherNumber: number, cae: string): RecordedVoucher => ({
  ...{ voucherNumber, voucherDate: declared.voucherDate, authorization: "CAE", cae },
  caeExpirationDate: declared.voucherDate,
  processedAt: "2026-08-18T16:07:42.000Z",
  observations: [],
  ...{ concept: declared.concept, docType: declared.docType, docNumber: declared.docNumber },
  totalAmount: plain(declared.total),
  netAmount: plain(declared.net),
  vatAmount: plain(declared.vat),
  exemptAmount: plain(declared.exempt),
  notTaxableAmount: plain(declared.notTaxable),
  tributesAmount: plain(declared.tributesTotal),
  ...{ serviceFrom: null, serviceTo: null, serviceExpiration: null },
  ...{ currency: declared.currency, currencyQuotation: declared.quotation, cancelsInSameForeignCurrency: null },
  receiverTaxConditionId: declared.receiverTaxConditionId,
  vat: declared.vatRows.map(({ taxType, base, amount }) => ({ taxType, base: plain(base), amount: plain(amount) })),
  ...{
    tributes: [],
    associatedVouchers: [],
    associatedPeriod: null,
    optionals: [],
    activities: [],
    buyers: [],
    others: [],
  },
});
