/**
 * How the numbers begin of activities that may be of meat, flour or tobacco, and then need a delivery note (10225 to 10231). The authority
 * publishes no list: these rows say too many rather than too few. Source: issuer/authority/README.md, section 17.3.
 */
const beginnings = ["101", "106", "120", "46111", "46112", "46113", "4621", "46311", "46312", "46316", "4635", "4721"];

/** Without leading zeros an activity of fewer digits is none of these. */
export const mayBeRegulated = (id: number): boolean => {
  const digits = String(id);
  return digits.length === 6 && beginnings.some((beginning) => digits.startsWith(beginning));
};
