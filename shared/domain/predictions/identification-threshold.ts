/**
 * The totals, in pesos, from which the receiver must be identified.
 * Source: issuer/authority/README.md, section 4.6 (RG 5700/2025 and before).
 */
const thresholds = [
  { from: "20250529", amount: "10000000" },
  { from: "00000000", amount: "417288" },
] as const;

/** @param date the voucher's date, `YYYYMMDD` */
export const identificationThreshold = (date: string): string =>
  (thresholds.find(({ from }) => date >= from) ?? thresholds[0]).amount;
