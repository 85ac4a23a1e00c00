import { addDays, addMonths } from "../calendar.js";

/** Categories of the monotributo, the lowest first. */
export const monotributoCategories = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"] as const;
export type MonotributoCategory = (typeof monotributoCategories)[number];

/** Caps of income from a day on, one for each category. Days are `YYYY-MM-DD`, amounts in pesos with two decimals. */
export interface CapTable {
  from: string;
  amounts: Readonly<Record<MonotributoCategory, string>>;
}

/** Caps in force on a day. */
export interface CapsInForce extends CapTable {
  /** Last day on which they are known to hold. */
  until: string;
}

/** Caps that come with the product. An operator enters those of later half-years. Source: issuer/authority/README.md, section 18.4. */
const shippedCaps: readonly CapTable[] = [
  {
    from: "2026-08-01",
    amounts: {
      ...{ A: "12009410.45", B: "17595182.74", C: "24670494.31", D: "30628651.43", E: "36028231.33" },
      ...{
        F: "45151659.41",
        G: "53995798.87",
        H: "81924660.37",
        I: "91699761.90",
        J: "105012519.20",
        K: "126610838.75",
      },
    },
  },
];

/** All known caps with their last days, the earliest first. Of one first day those that were entered count. */
export function listCaps(entered: readonly CapTable[]): CapsInForce[] {
  const isEntered = (from: string) => entered.some((table) => table.from === from);
  const tables = [...shippedCaps.filter(({ from }) => !isEntered(from)), ...entered];
  const sorted = tables.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return sorted.map((table, index) => ({ ...table, until: lastDayOf(table.from, sorted[index + 1]?.from) }));
}

/** Caps in force on a day: also after their last day, while nobody entered newer ones. Undefined before the first. */
export const findCaps = (day: string, entered: readonly CapTable[]): CapsInForce | undefined =>
  listCaps(entered).findLast(({ from }) => from <= day);

/** Caps change each February and August, or when newer ones begin before. */
function lastDayOf(from: string, next = "9999-12-31"): string {
  const month = Number(from.slice(5, 7));
  const toChange = month < 2 ? 2 - month : month < 8 ? 8 - month : 14 - month;
  const change = addMonths(`${from.slice(0, 8)}01`, toChange);
  return addDays(next < change ? next : change, -1);
}
