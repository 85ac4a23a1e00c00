import { findOptionalKind } from "../../optionals/optional-kinds.js";
import { type Optional, valuesOf } from "../../optionals/optionals.js";
import { getVoucherType, mayBeUnderCaea } from "../../voucher-types.js";
import { type ReportRefusals, refuse } from "./report-subject.js";

const isDigits = (value: string, length: number) => new RegExp(`^\\d{${length}}$`).test(value);

const rentIds = ["17", "1801", "1802"];

/** The types of the report's own list, of those that are issued here: no letter C, and none under withholding. */
const hasOptionals = (voucherType: number) => mayBeUnderCaea(voucherType) && getVoucherType(voucherType).letter !== "C";

/**
 * Refuses optional fields without a rule in the manual of reports (1100): it says of the whole list that id 2 alone may stand there, and
 * has rules for some others. An owner must be in the register, which nobody can foresee (1523).
 */
export const refuseOptionals: ReportRefusals = ({ voucherType, declared: { optionals = [] }, issuer }) => {
  if (optionals.length === 0) return [];
  const owners = valuesOf(optionals, "1801");
  const names = valuesOf(optionals, "1802");
  const [how] = valuesOf(optionals, "17");
  return [
    ...refuse(!hasOptionals(voucherType), 1426),
    ...refuse(!optionals.every(({ id }) => findOptionalKind(id)?.reported), 1100),
    ...refuse(isRent(optionals) && getVoucherType(voucherType).letter !== "B", 1517),
    ...refuse(hasTwice(optionals), 1101),
    ...refuse(
      optionals.some(({ value }) => value.trim() === ""),
      1105,
    ),
    ...refuse(!valuesOf(optionals, "2").every((value) => value === "0" || isDigits(value, 8)), 1104),
    ...refuse(regimesOf(optionals) > 1, 813),
    ...refuse(new Set(owners).size < owners.length, 1519),
    ...refuse(how === "1" && (owners.length === 0 || names.length === 0), 1521),
    ...refuse(owners.length > 0, 1523),
    ...refuse(owners.includes(issuer.cuit), 1524),
    ...refuse(owners.length !== names.length, 1525),
    ...refuse(how === undefined && owners.length + names.length > 0, 1526),
  ];
};

const hasTwice = (optionals: readonly Optional[]): boolean =>
  optionals.some(
    ({ id }, index) => !findOptionalKind(id)?.repeats && optionals.findIndex((one) => one.id === id) < index,
  );

const isRent = (optionals: readonly Optional[]): boolean => optionals.some(({ id }) => rentIds.includes(id));

const regimesOf = (optionals: readonly Optional[]): number =>
  new Set(optionals.flatMap(({ id }) => (findOptionalKind(id)?.exclusive ? id : []))).size;

/** The code with which a delivery note needs an activity of its kind. */
const deliveryNotes = new Map([
  [995, 16010],
  [993, 16011],
  [994, 16011],
  [88, 16012],
]);

/** Which activity belongs to which delivery note nobody tells: such a voucher is refused, and an activity that the company is not known to have. */
export const refuseActivities: ReportRefusals = ({ declared, issuer }) => {
  const { activities = [], associatedVouchers } = declared;
  const ids = activities.map(({ id }) => id);
  return [
    ...refuse(new Set(ids).size < ids.length, 16003),
    ...refuse(!ids.every((id) => issuer.activities?.includes(id)), 16005),
    ...refuse(ids.some(mayBeRegulated), 16013),
    ...new Set(associatedVouchers.flatMap(({ voucherType }) => deliveryNotes.get(voucherType) ?? [])),
  ];
};

/** No report has several buyers. */
export const refuseBuyers: ReportRefusals = ({ declared: { buyers = [] } }) => refuse(buyers.length > 0, 1432);

/**
 * How the numbers begin of activities that may be of meat, flour or tobacco, and then need a delivery note (10225 to 10231). The authority
 * publishes no list: these rows say too many rather than too few. Source: issuer/authority/README.md, section 17.3.
 */
const beginnings = ["101", "106", "120", "46111", "46112", "46113", "4621", "46311", "46312", "46316", "4635", "4721"];

/** Without leading zeros an activity of fewer digits is none of these. */
const mayBeRegulated = (id: number): boolean => {
  const digits = String(id);
  return digits.length === 6 && beginnings.some((beginning) => digits.startsWith(beginning));
};
