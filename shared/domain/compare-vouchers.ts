import { cleanText, plainText } from "./clean-text.js";
import { isSameAliquot } from "./fine-aliquot.js";
import { Decimal } from "./money.js";
import type { DeclaredVoucher } from "./recorded-voucher.js";

/** A field with two different values. "" means no value. */
export interface VoucherDifference {
  field: string;
  ours: string;
  authority: string;
}

/** The fields that differ between two records of one voucher. A field that one record does not have is ignored. */
export function compareVouchers(ours: DeclaredVoucher, recorded: DeclaredVoucher): VoucherDifference[] {
  const withTaxIds = [...ours.associatedVouchers, ...recorded.associatedVouchers].every(({ cuit }) => cuit !== null);
  const theirs = toComparable(recorded, withTaxIds);
  return Object.entries(toComparable(ours, withTaxIds)).flatMap(([field, value]) => {
    const other = theirs[field];
    const isSame =
      value === other ||
      (field === "optionals" && plainText(value ?? "") === plainText(other ?? "")) ||
      (field === "tributes" && areSameTributes(ours.tributes, recorded.tributes));
    return value === undefined || other === undefined || isSame ? [] : [{ field, ours: value, authority: other }];
  });
}

/** Every field as a text. Equal values give equal texts. */
function toComparable(voucher: DeclaredVoucher, withTaxIds: boolean): Record<string, string | undefined> {
  const { receiverTaxConditionId: condition } = voucher;
  return {
    voucherDate: voucher.voucherDate,
    authorization: voucher.authorization,
    cae: voucher.cae,
    caeExpirationDate: voucher.caeExpirationDate,
    concept: String(voucher.concept),
    docType: String(voucher.docType),
    docNumber: voucher.docNumber.replace(/^0+(?=.)/, ""),
    totalAmount: plain(voucher.totalAmount),
    netAmount: plain(voucher.netAmount),
    vatAmount: plain(voucher.vatAmount),
    exemptAmount: plain(voucher.exemptAmount),
    notTaxableAmount: plain(voucher.notTaxableAmount),
    tributesAmount: plain(voucher.tributesAmount),
    serviceFrom: voucher.serviceFrom ?? "",
    serviceTo: voucher.serviceTo ?? "",
    serviceExpiration: voucher.serviceExpiration ?? "",
    currency: voucher.currency,
    currencyQuotation: plain(voucher.currencyQuotation),
    cancelsInSameForeignCurrency: voucher.cancelsInSameForeignCurrency ?? undefined,
    receiverTaxConditionId: condition === null ? undefined : String(condition),
    vat: toList(voucher.vat, (row) => `${row.taxType}: ${plain(row.base)} + ${plain(row.amount)}`),
    tributes: toList(
      voucher.tributes,
      (row) => `${row.type}: ${plain(row.baseAmount)} at ${plain(row.aliquot)} = ${plain(row.subtotal)}`,
    ),
    associatedVouchers: toList(
      voucher.associatedVouchers,
      (row) => `${row.voucherType}-${row.posNumber}-${row.voucherNumber}${withTaxIds ? ` of ${row.cuit}` : ""}`,
    ),
    associatedPeriod: voucher.associatedPeriod
      ? `${voucher.associatedPeriod.from} to ${voucher.associatedPeriod.to}`
      : "",
    optionals:
      voucher.optionals === null
        ? undefined
        : toList(voucher.optionals, ({ id, value }) => `${id} ${cleanText(value)}`),
    activities: voucher.activities === null ? undefined : toList(voucher.activities, ({ id }) => String(id)),
    buyers:
      voucher.buyers === null
        ? undefined
        : toList(voucher.buyers, ({ docType, docNumber, share }) => `${docType} ${docNumber} ${share} %`),
    others: voucher.others?.join(", "),
  };
}

const plain = (amount: string) => new Decimal(amount).toFixed();

function areSameTributes(ours: DeclaredVoucher["tributes"], theirs: DeclaredVoucher["tributes"]): boolean {
  const amountsOf = (row: DeclaredVoucher["tributes"][number]) =>
    `${row.type}: ${plain(row.baseAmount)} = ${plain(row.subtotal)}`;
  const order = (rows: DeclaredVoucher["tributes"]) =>
    rows.toSorted((a, b) => amountsOf(a).localeCompare(amountsOf(b)) || new Decimal(a.aliquot).cmp(b.aliquot));
  const others = order(theirs);
  return (
    ours.length === theirs.length &&
    order(ours).every((row, index) => {
      const other = others[index];
      return other && amountsOf(row) === amountsOf(other) && isSameAliquot(row.aliquot, other.aliquot);
    })
  );
}

/** Sorted, because the order of the rows has no meaning. */
const toList = <Row>(rows: Row[], show: (row: Row) => string) => rows.map(show).sort().join("; ");
