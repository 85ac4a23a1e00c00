import type { PerceptionRecord } from "../perceptions.js";

/** Meaning of a province's digit in the padrón. */
interface DigitMeaning {
  /** Whether the province adhered. Only then its day counts. */
  adhered: boolean;
  /** Records that are added from the province's day on, or whatever the day where it did not adhere. */
  records: readonly PerceptionRecord[];
  /** The province's own perception is due besides, which nobody here can compute. */
  own: boolean;
}

/** Meanings by digit. Source: issuer/authority/README.md, section 19.3. */
const meanings: ReadonlyMap<number, DigitMeaning> = new Map([
  // Registered there.
  [1, { adhered: true, records: [1], own: false }],
  // Not registered there.
  [2, { adhered: true, records: [1, 5], own: false }],
  // Not registered there, and excluded from the surcharge.
  [3, { adhered: true, records: [1], own: false }],
  // Registered in a province that did not adhere.
  [4, { adhered: false, records: [1], own: true }],
  // Neither registered nor adhered.
  [5, { adhered: false, records: [1], own: false }],
]);

/** Undefined for a digit that the design does not have. */
export const meaningOf = (digit: number): DigitMeaning | undefined => meanings.get(digit);

/** Records of who is not in the padrón, where the province has begun. */
export const recordsOfAbsent: readonly PerceptionRecord[] = [4];

/** Adhesion of a province, by the digits of a whole padrón. */
export type Adhesion = "adhered" | "not adhered" | "unknown";

/**
 * Adhesion of a province by how many rows have each kind of digit: a single one of 1 to 3 means that it adhered.
 * Source: issuer/authority/README.md, section 19.3.
 */
export const adhesionOf = ({ adhered, others }: { adhered: number; others: number }): Adhesion =>
  adhered > 0 ? "adhered" : others > 0 ? "not adhered" : "unknown";
