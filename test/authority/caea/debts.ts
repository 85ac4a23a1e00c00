import type { Ledger } from "../ledger.js";
import type { Settings } from "../settings.js";
import { type AdvanceCode, type CodeBook, reportedUnder } from "./code-book.js";
import { rankOf } from "./fortnight.js";
import { isCaea, registeredPoints, wasOpenDuring } from "./points-of-sale.js";

/** A point of sale of which nothing is known under this code, and whose last day to report is over. */
type Debt = AdvanceCode & { pos: number };

type Books = { ledger: Pick<Ledger, "all">; codes: CodeBook };

/** The points of sale that must say something about a code. For an issuer that registers none, those that ever did; or 0. */
function pointsOwing(settings: Settings, code: AdvanceCode, everUsed: number[]): number[] {
  const registered = registeredPoints(settings, code.cuit);
  if (registered === undefined) return everUsed.length > 0 ? everUsed : [0];
  return registered.filter((one) => isCaea(one) && wasOpenDuring(one, code.from, code.to)).map(({ number }) => number);
}

export function debtsOf(settings: Settings, { ledger, codes }: Books, cuit: string, today: string): Debt[] {
  const own = codes.all().filter((code) => code.cuit === cuit);
  const told = own.map(({ code }) => [
    ...reportedUnder(ledger, code).map(({ pos }) => pos),
    ...codes.declarations(code).map(({ pos }) => pos),
  ]);
  const everUsed = [...new Set(told.flat())];
  return own.flatMap((code, index) =>
    code.reportBy < today
      ? pointsOwing(settings, code, everUsed)
          .filter((pos) => !told[index]?.includes(pos))
          .map((pos) => ({ ...code, pos }))
      : [],
  );
}

/** Whether fortnights are owed two in a row, or four of any: code 15014. Source: issuer/authority/README.md, section 13.4. */
export function isDelinquent(debts: Debt[]): boolean {
  const ranks = new Set(debts.map(rankOf));
  return ranks.size >= 4 || [...ranks].some((rank) => ranks.has(rank + 1));
}
