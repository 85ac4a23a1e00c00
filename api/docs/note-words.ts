import { type FieldWords, words } from "./words.js";

/** What a note of a voucher takes from it. */
const ofVoucher: Record<string, FieldWords> = {
  posNumber: words("Point of sale; the voucher's own unless given.", 1),
  concept: words("1 goods, 2 services, 3 both; the voucher's own unless given.", 1),
  voucherDate: words("Fiscal date, YYYYMMDD; today in Argentina unless given.", "20261121"),
  serviceFrom: words("First day of the service; the voucher's own unless given.", "20261101"),
  serviceTo: words("Last day of the service; the voucher's own unless given.", "20261130"),
  serviceExpiration: words(
    "When the payment is due; unless given, the later of the voucher's own and voucherDate.",
    "20261210",
  ),
  currency: words("The voucher's own, with its quotation, unless given."),
  priceIncludesVat: words("Whether prices contain VAT; as in the voucher unless given.", true),
  settings: words("Decimals on the print; those of the voucher unless given."),
  activityCode: words("The activity, 6 digits; the voucher's own unless given.", "620100"),
  saleCondition: words(
    "Printed. Unless given, that of the point of sale at the time of issuing; the original's is not taken over.",
    "Cuenta corriente",
  ),
  optionals: words("Further data of the note itself (Opcionales); the voucher's are not taken over."),
  activities: words("Activities of the note itself (Actividades); the voucher's are not taken over."),
};

const within = (schema: string): Record<string, FieldWords> =>
  Object.fromEntries(Object.entries(ofVoucher).map(([name, told]) => [`${schema}.${name}`, told]));

/** The fields of the bodies that make a note of a voucher. */
export const noteWords: Record<string, FieldWords> = {
  ...within("CreditNoteRequest"),
  ...within("DebitNoteRequest"),
  "CreditNoteRequest.idempotency": words("Your key of this credit note.", "return-17-8-1"),
  "CreditNoteRequest.items": words("What is credited. Without items it is the whole voucher, as it was."),
  "CreditNoteRequest.tributes": words("The taxes other than VAT of the given items; only together with items."),
  "DebitNoteRequest.idempotency": words("Your key of this debit note.", "interest-17-7-1"),
  "DebitNoteRequest.items": words("What is debited."),
  "DebitNoteRequest.tributes": words("The taxes other than VAT of the items."),
};
