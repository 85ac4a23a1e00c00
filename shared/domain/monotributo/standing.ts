import { toFiscalDate } from "../calendar.js";
import type { LocalizedText } from "../localized-text.js";
import { Decimal } from "../money.js";
import { fiscalDate } from "../spanish.js";
import { type CapsInForce, type MonotributoCategory, monotributoCategories } from "./caps.js";
import { type CategoryWindow, categoryWindow, type DayWindow, rollingWindow } from "./windows.js";

/** Standing of a monotributista against the caps. Days are fiscal, amounts in pesos with two decimals, percentages with one. */
export interface MonotributoStanding {
  category: MonotributoCategory | null;
  /** Null before the first caps that are known. `own` is null without a category. */
  caps: { from: string; until: string; own: string | null; top: string } | null;
  rolling: DayWindow & { issued: string; ofTop: string | null };
  next: CategoryWindow & { issued: string; ofOwn: string | null };
}

/** Income of the two windows, in pesos. */
export interface IssuedIncome {
  rolling: string;
  next: string;
}

/** @param today in Argentina, `YYYY-MM-DD` */
export function standingOf(
  category: MonotributoCategory | null,
  caps: CapsInForce | undefined,
  issued: IssuedIncome,
  today: string,
): MonotributoStanding {
  const own = caps && category ? caps.amounts[category] : null;
  const top = caps ? caps.amounts[topCategory] : null;
  const window = categoryWindow(today);
  return {
    category,
    caps: caps && top ? { from: toFiscalDate(caps.from), until: toFiscalDate(caps.until), own, top } : null,
    rolling: { ...toFiscalWindow(rollingWindow(today)), issued: issued.rolling, ofTop: percentOf(issued.rolling, top) },
    next: {
      ...toFiscalWindow(window),
      issued: issued.next,
      ofOwn: percentOf(issued.next, own),
      due: toFiscalDate(window.due),
    },
  };
}

const topCategory = monotributoCategories[monotributoCategories.length - 1] ?? "K";

/** Percentage with one decimal, rounded half up, and never below 0. Null without a cap. */
function percentOf(issued: string, cap: string | null): string | null {
  if (cap === null) return null;
  return Decimal.max(new Decimal(issued).div(cap).times(100), 0).toDecimalPlaces(1, Decimal.ROUND_HALF_UP).toFixed(1);
}

const toFiscalWindow = ({ from, to }: DayWindow): DayWindow => ({ from: toFiscalDate(from), to: toFiscalDate(to) });

/** Lack of caps on a day: those that are known have ended, or there are none yet. Undefined while they hold. */
export function lackOfCaps(caps: CapsInForce | undefined, today: string): LocalizedText | undefined {
  if (!caps)
    return {
      en: "newer ones are missing: none are known for today, and the operator of this service enters them",
      es: "Faltan los topes vigentes: los carga quien opera el servicio.",
    };
  if (caps.until >= today) return undefined;
  return {
    en: `newer ones are missing: these held until ${toFiscalDate(caps.until)}, and the operator of this service enters those of today`,
    es: `Faltan los topes vigentes: estos valieron hasta el ${fiscalDate(caps.until)}. Los nuevos los carga quien opera el servicio.`,
  };
}
