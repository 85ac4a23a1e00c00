import type { MissingFortnight } from "../../shared/db/contingency/missing-fortnights.js";
import { fortnightOf } from "../../shared/domain/fortnight.js";

/** Name of the fortnight of a day, `YYYYMMDD`: as `202611-1`. */
export function nameOfFortnight(day: string): string {
  const { period, fortnight } = fortnightOf(day.replace(/^(....)(..)(..)$/, "$1-$2-$3"));
  return `${period}-${fortnight}`;
}

/** One sentence for each sequence with missing numbers: which fortnights wait, and of which a person said that they have none. */
export function tellFortnights(all: MissingFortnight[]): string[] {
  const nameOf = ({ posNumber, voucherType }: MissingFortnight) => `Point of sale ${posNumber}, type ${voucherType}`;
  return [...new Set(all.map(nameOf))].map((name) => {
    const named = (isUnused: boolean) =>
      all.filter((one) => nameOf(one) === name && one.isUnused === isUnused).map(({ fortnight }) => fortnight);
    const [open, said] = [named(false).join(", "), named(true).join(", ")];
    const waits = `missing vouchers may be of ${open}: not declared as without movement. If one of these certainly has none, say contingency verify --unused.`;
    return `${name}: ${[...(open ? [waits] : []), ...(said ? [`a person said that none is of ${said}.`] : [])].join(" ")}`;
  });
}
