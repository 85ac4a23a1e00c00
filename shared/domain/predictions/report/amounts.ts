import { currencies } from "../../code-tables/currencies.js";
import { otherTribute, tributes as tributeTypes } from "../../code-tables/tributes.js";
import { Decimal } from "../../money.js";
import { findVatRate } from "../../vat-rates.js";
import { getVoucherType, isNote } from "../../voucher-types.js";
import { type ReportRefusals, refuse } from "./report-subject.js";

const zeroRate = 3;

/** Thirteen digits before the point and two after it, and not negative. */
function isAmount(text: string): boolean {
  const value = new Decimal(text);
  return value.decimalPlaces() <= 2 && !value.isNegative() && value.lt("1e13");
}

export const refuseAmounts: ReportRefusals = ({ declared }) => [
  ...refuse(!isAmount(declared.notTaxable), 717),
  ...refuse(!isAmount(declared.exempt), 718),
  ...refuse(!isAmount(declared.net), 719),
  ...refuse(!isAmount(declared.tributesTotal), 723),
  ...refuse(!isAmount(declared.vat), 1407),
  ...refuse(!isAmount(declared.total), 1409),
];

export const refuseClassC: ReportRefusals = ({ voucherType, declared }) => {
  if (getVoucherType(voucherType).letter !== "C") return [];
  const { notTaxable, exempt, net, tributesTotal, vat, total, vatRows } = declared;
  return [
    ...refuse(!new Decimal(notTaxable).isZero(), 1434),
    ...refuse(!new Decimal(exempt).isZero(), 1435),
    ...refuse(new Decimal(tributesTotal).isNegative(), 1437),
    ...refuse(!new Decimal(vat).isZero(), 1438),
    ...refuse(!new Decimal(net).plus(tributesTotal).eq(total), 1439),
    ...refuse(vatRows.length > 0, 1443),
  ];
};

export const refuseVatRows: ReportRefusals = ({ voucherType, declared: { vat, vatRows } }) => {
  const traits = getVoucherType(voucherType);
  if (traits.letter === "C") return [];
  const ids = vatRows.map(({ taxType }) => taxType);
  const isTaxed = !new Decimal(vat).isZero();
  const isFree = isNote(traits) && !traits.isFce;
  return [
    ...refuse(isTaxed ? ids.length === 0 : ids.some((id) => id !== zeroRate), 715),
    ...refuse(!ids.every((id) => findVatRate(id) !== undefined), 1000),
    ...refuse(new Set(ids).size < ids.length, 1003),
    ...refuse(!vatRows.every(({ amount }) => isAmount(amount)), 1008),
    ...refuse(!vatRows.every(({ base }) => isAmount(base) && (isFree || new Decimal(base).gt(0))), 1009),
  ];
};

export const refuseTributes: ReportRefusals = ({ declared: { tributesTotal, tributes } }) => {
  if (new Decimal(tributesTotal).gt(0) !== tributes.length > 0) return [1423];
  return [
    ...refuse(!tributes.every(({ type }) => isTribute(type)), 900),
    ...refuse(!tributes.every(({ baseAmount }) => isAmount(baseAmount)), 905),
    ...refuse(!tributes.every(({ aliquot }) => !new Decimal(aliquot).isNegative()), 906),
    ...refuse(!tributes.every(({ subtotal }) => isAmount(subtotal)), 907),
    ...refuse(!tributes.every(({ type, description }) => type !== otherTribute || description !== null), 908),
  ];
};

const isTribute = (type: number) => tributeTypes.some(({ id }) => id === String(type));

export const refuseCurrency: ReportRefusals = ({ declared: { currency, quotation } }) => [
  ...refuse(!currencies.some(({ id }) => id === currency), 1401),
  ...refuse(currency === "PES" ? !new Decimal(quotation).eq(1) : !new Decimal(quotation).gt(0), 726),
];
