import type { Letter } from "./voucher-type-table.js";

/** On which vouchers a legend is printed. */
export const legendPlaces = ["all", "final-consumers", "A", "B", "C"] as const;

/** A text that a company or a point of sale prints: what a province asks for, with its rate. */
export interface Legend {
  text: string;
  on: (typeof legendPlaces)[number];
  /** `YYYYMMDD`: on vouchers of this date and later ones. Null: on all. */
  from: string | null;
}

const finalConsumer = 5;

/** Data of a voucher that decide which legends it has. */
interface LegendCriteria {
  letter: Letter;
  /** The receiver's VAT condition. */
  condition: number;
  voucherDate: string;
}

/** The texts to print, each once, in their order. Letter A never goes to a final consumer. Source: api/README.md, "Legends". */
export const legendsOf = (legends: readonly Legend[], voucher: LegendCriteria): string[] => [
  ...new Set(legends.filter((legend) => isOn(legend, voucher)).map(({ text }) => text)),
];

function isOn({ on, from }: Legend, { letter, condition, voucherDate }: LegendCriteria): boolean {
  if (from !== null && voucherDate < from) return false;
  if (on === "all") return true;
  return on === "final-consumers" ? condition === finalConsumer && letter !== "A" : on === letter;
}
