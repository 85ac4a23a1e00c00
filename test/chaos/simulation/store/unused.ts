import type { HeldCode } from "../../../../shared/db/contingency/move-issuances.js";
import { dateOf } from "../authority.js";
import type { Database } from "../database.js";
import { isVerified } from "../suspicion.js";

/** Source: shared/db/contingency/problem.ts and unused.ts. */
const unansweredAgainMs = 40_000;
const refusedAgainMs = 86_400_000;
const clockSlackMs = 1_000;

export const findUnused = ({ unused }: Database, companyId: number, posNumber: number, { id }: HeldCode) =>
  unused.find((one) => one.companyId === companyId && one.posNumber === posNumber && one.code.id === id);

/** A voucher was issued there under the code, or may have been: as the SQL of this name. */
function mayBeUsed(database: Database, companyId: number, posNumber: number, code: HeldCode): boolean {
  const isThere = (key: { companyId: number; posNumber: number }) =>
    key.companyId === companyId && key.posNumber === posNumber;
  const isOfFortnight = (date: string | null) => date !== null && code.validFrom <= date && date <= code.validTo;
  return (
    database.reports.some(({ sequence, caea }) => isThere(sequence) && caea.id === code.id) ||
    database.sequences.some(
      (one) =>
        isThere(one.key) && (isOfFortnight(one.lastDate) || (one.lastNumber !== null && !isVerified(database, one))),
    ) ||
    database.imported.some((one) => isThere(one.sequence) && one.cae === code.code)
  );
}

/** The statement of shared/db/contingency/unused.ts. @param day of the database's clock */
export function claimUnused(
  database: Database,
  companyId: number,
  posNumber: number,
  code: HeldCode,
  day: number,
): boolean {
  if (code.validTo >= dateOf(day) || mayBeUsed(database, companyId, posNumber, code)) return false;
  const clockMs = database.clockMs();
  const present = findUnused(database, companyId, posNumber, code);
  if (present) {
    const againMs = present.isRefused ? refusedAgainMs : unansweredAgainMs;
    const isDue = present.askedAtMs <= clockMs - againMs || present.askedAtMs > clockMs + clockSlackMs;
    if (present.isInformed || !isDue) return false;
    present.askedAtMs = clockMs;
    return true;
  }
  database.unused.push({ companyId, posNumber, code, askedAtMs: clockMs, isInformed: false, isRefused: false });
  return true;
}
