import type { LocalizedText } from "./localized-text.js";

/**
 * Perceptions of a voucher, as they were computed when its content was recorded: they stay with it as long as the voucher is kept, and a
 * later padrón does not move them. Amounts and rates are strings with two decimals, in the voucher's currency. A full credit and a note with
 * the original's lines have the original's period, letter, digit and CRC. Source: api/README.md, "Perceptions".
 */
export interface Perceptions {
  regime: "sircip";
  /** Month of the padrón, `YYYYMM`. */
  period: string;
  /** Province of delivery, by the code of `stateId`. */
  deliveryStateId: number;
  /** This and the next two are null for who is not in the padrón, and where nobody looked. */
  letter: string | null;
  digit: number | null;
  crc: number | null;
  lines: PerceptionLine[];
}

/** Line of the monthly return: 1 perception, 2 informative (letter A), 4 not registered, 5 surcharge. */
export type PerceptionRecord = 1 | 2 | 4 | 5;

export interface PerceptionLine {
  record: PerceptionRecord;
  baseAmount: string;
  /** Percent. */
  aliquot: string;
  subtotal: string;
  /** Index among the tributes of the voucher. Null where it comes to 0.00: that is no tribute. */
  tribute: number | null;
}

/** How a company is an agent of SIRCIP. Source: api/README.md, "Perceptions". */
export interface SircipAgent {
  /** First day, `YYYYMMDD`. */
  from: string;
  /** Provinces outside SIRCIP of which it is an agent itself. */
  ownPerceptions: number[];
  /** CUITs of those who gave it a certificate of exclusion. */
  exempt: string[];
}

/** Why no perceptions are computed: the 400 of a field, or one without details. */
export interface PerceptionRefusal {
  field: "perceptions" | null;
  message: LocalizedText;
}
