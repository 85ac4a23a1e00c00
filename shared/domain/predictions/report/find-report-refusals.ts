import { isRegistered } from "../../issuer-conditions.js";
import { getVoucherType } from "../../voucher-types.js";
import { refuseAmounts, refuseClassC, refuseCurrency, refuseTributes, refuseVatRows } from "./amounts.js";
import { refuseAssociated, refusePeriod } from "./associated.js";
import { refuseActivities, refuseBuyers, refuseOptionals } from "./further.js";
import { refuseReceiver } from "./receiver.js";
import { type ReportRefusals, type ReportSubject, refuse } from "./report-subject.js";

/** The point of sale is the issuer's, so it has the letters of what the issuer is now; a note with a CAE keeps that of its original. */
const refusePlace: ReportRefusals = ({ voucherType, declared: { voucherDate }, issuer, lastDate }) => [
  ...refuse((getVoucherType(voucherType).letter === "C") === isRegistered(issuer.taxType), 1444),
  ...refuse(lastDate !== null && voucherDate < lastDate, 704),
];

const refusals: ReportRefusals[] = [
  refusePlace,
  refuseReceiver,
  refuseAmounts,
  refuseClassC,
  refuseVatRows,
  refuseTributes,
  refuseCurrency,
  refuseAssociated,
  refusePeriod,
  refuseOptionals,
  refuseActivities,
  refuseBuyers,
];

/**
 * The codes with which the authority would refuse the report of this voucher, of those that its content decides. A voucher under
 * CAEA is judged only when its customer has it, so whatever cannot be foreseen counts as refused. Not for credit invoices, which are
 * never issued so. Source: issuer/authority/README.md, section 13.4.
 */
export const findReportRefusals = (subject: ReportSubject): number[] => refusals.flatMap((find) => find(subject));
