import type { HeldCode } from "../../../../shared/db/contingency/fail-over-issuances.js";
import { dateOf } from "../authority.js";
import type { Database } from "../database.js";
import type { SequenceRow } from "../rows.js";
import { isVerified } from "../suspicion.js";
import { vouchersOf } from "./sequences.js";

/** Source: shared/db/contingency/problem.ts and unused.ts. */
const unansweredAgainMs = 40_000;
const refusedAgainMs = 86_400_000;
const clockSlackMs = 1_000;

export const findUnused = ({ unused }: Database, companyId: number, posNumber: number, { id }: HeldCode) =>
  unused.find((one) => one.companyId === companyId && one.posNumber === posNumber && one.code.id === id);

/** The day of a time of the database's clock. */
export type DayOf = (clockMs: number) => number;

/** Numbers of it are missing, not each of them is known here, and one may be of the fortnight: as the SQL of this name. */
function reachesInto(database: Database, { key, missing }: SequenceRow, code: HeldCode, dayOf: DayOf): boolean {
  if (!missing) return false;
  const there = vouchersOf(database, key);
  const before = there.findLast(({ number }) => number < missing.from)?.date ?? "";
  const known = there.filter(({ number }) => number >= missing.from && number <= missing.to).length;
  const isOfTime = code.validFrom <= dateOf(dayOf(missing.atMs)) && code.validTo >= before;
  return isOfTime && known <= missing.to - missing.from;
}

/** A person says that no missing number is of the fortnight: the statement of shared/db/contingency/missing-fortnights.ts. */
export function sayUnused(database: Database, sequence: SequenceRow, code: HeldCode, dayOf: DayOf): boolean {
  const { missing } = sequence;
  if (!missing || missing.without.includes(code.id) || !reachesInto(database, sequence, code, dayOf)) return false;
  missing.without.push(code.id);
  return true;
}

/** Its last number is one of the missing, none of which is of the fortnight. */
const lastIsNotOf = ({ lastNumber, missing }: SequenceRow, { id }: HeldCode): boolean =>
  lastNumber !== null &&
  missing !== null &&
  lastNumber >= missing.from &&
  lastNumber <= missing.to &&
  missing.without.includes(id);

/** A voucher was issued there under the code, or may have been: as the SQL of this name. */
function mayBeUsed(database: Database, companyId: number, posNumber: number, code: HeldCode, dayOf: DayOf): boolean {
  const isThere = (key: { companyId: number; posNumber: number }) =>
    key.companyId === companyId && key.posNumber === posNumber;
  const isOfFortnight = (date: string | null) => date !== null && code.validFrom <= date && date <= code.validTo;
  return (
    database.reports.some(({ sequence, caea }) => isThere(sequence) && caea.id === code.id) ||
    database.sequences.some(
      (one) =>
        isThere(one.key) &&
        ((isOfFortnight(one.lastDate) && !lastIsNotOf(one, code)) ||
          (one.lastNumber !== null && !isVerified(database, one)) ||
          (reachesInto(database, one, code, dayOf) && !one.missing?.without.includes(code.id))),
    ) ||
    database.imported.some((one) => isThere(one.sequence) && one.cae === code.code)
  );
}

/** The statement of shared/db/contingency/unused.ts. */
export function claimUnused(
  database: Database,
  companyId: number,
  posNumber: number,
  code: HeldCode,
  dayOf: DayOf,
): boolean {
  const clockMs = database.clockMs();
  if (code.validTo >= dateOf(dayOf(clockMs)) || mayBeUsed(database, companyId, posNumber, code, dayOf)) return false;
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
