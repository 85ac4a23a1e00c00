import { isFiscalDate } from "../../calendar.js";
import { getVoucherType, isNote } from "../../voucher-types.js";
import { keyOf, maxNumber, maxPosNumber } from "../associated-vouchers.js";
import { type ReportRefusals, refuse } from "./report-subject.js";

/** A period after this day only. */
const lastDayBefore = "20060101";

/** Only an invoice of letter C names none: it may with a CAE. */
const mayAssociate = (voucherType: number) => {
  const traits = getVoucherType(voucherType);
  return isNote(traits) || traits.letter !== "C";
};

const isIn = (value: number, most: number) => value > 0 && value <= most;

export const refuseAssociated: ReportRefusals = ({
  voucherType,
  declared: { associatedVouchers, associatedPeriod },
}) => [
  ...refuse(isNote(getVoucherType(voucherType)) && associatedVouchers.length === 0 && !associatedPeriod, 1491),
  ...refuse(associatedVouchers.length > 0 && !mayAssociate(voucherType), 807),
  ...refuse(!associatedVouchers.every(({ posNumber }) => isIn(posNumber, maxPosNumber)), 802),
  ...refuse(!associatedVouchers.every(({ voucherNumber }) => isIn(voucherNumber, maxNumber)), 803),
  ...refuse(new Set(associatedVouchers.map(keyOf)).size < associatedVouchers.length, 804),
  ...refuse(!associatedVouchers.every((one) => one.voucherType > 0), 805),
  ...refuse(!associatedVouchers.every(({ cuit }) => cuit === null || /^\d{11}$/.test(cuit)), 808),
  ...refuse(!associatedVouchers.every(({ date }) => !date || isFiscalDate(date)), 1504),
];

export const refusePeriod: ReportRefusals = ({ voucherType, declared: { associatedPeriod, voucherDate } }) => {
  if (!associatedPeriod) return [];
  const { from, to } = associatedPeriod;
  return [
    ...refuse(!isNote(getVoucherType(voucherType)), 1492),
    ...refuse(from <= lastDayBefore || to <= lastDayBefore, 1497),
    ...refuse(from > to, 1498),
    ...refuse(to > voucherDate, 1499),
  ];
};
