import { claimUnused, type DueUnusedPoint, listDueUnused, recordUnused } from "../../shared/db/contingency/unused.js";
import { addDays, argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { Credentials } from "../authority/wsaa/credentials.js";
import { declareUnused, findUnused, type UnusedOutcome } from "../authority/wsfe/caea-unused.js";
import { forEachItem } from "./for-each-item.js";
import type { PreparationDeps } from "./preparation-deps.js";
import { toCaeaProblem } from "./to-problem.js";

/** After how many days a declaration that the authority still refuses is left to a person. The authority asks for it within eight. */
const daysLong = 90;

/**
 * Declares the points of sale that used no code of a fortnight that is over. A refusal is kept with its reasons and tried again after
 * a day; what has no answer, every minute.
 */
export async function declareUnusedPoints(deps: PreparationDeps, production: boolean): Promise<void> {
  const today = argentineDay(deps.nowMs());
  const since = addDays(today, -daysLong);
  const due = await listDueUnused(deps.db, production, toFiscalDate(today), toFiscalDate(since));
  await forEachItem(deps, due, (one) => declare(deps, one));
}

async function declare(deps: PreparationDeps, due: DueUnusedPoint): Promise<void> {
  const { db, log, findCertificate } = deps;
  // First: what cannot be asked for stands behind the others then.
  if (!(await claimUnused(db, due))) return;
  const certificate = await findCertificate(due.companyId, due.production);
  if (!certificate) return;
  const { company, production, code, posNumber } = due;
  const about = { company, production, code, posNumber };
  const told = await ask(deps, certificate, due);
  if (told.outcome === "declared") {
    await recordUnused(db, due, null);
    log.info(about, "a point of sale is declared without movement");
    return;
  }
  const problem = toCaeaProblem(told);
  await recordUnused(db, due, problem);
  log.warn({ ...about, problem }, "a point of sale could not be declared without movement");
}

/** Looks first whether an earlier declaration was taken that had no answer. */
async function ask(
  { authority }: PreparationDeps,
  credentials: Credentials,
  due: DueUnusedPoint,
): Promise<UnusedOutcome> {
  const found = due.isUnanswered ? await findUnused(authority, credentials, due) : undefined;
  return found && found.outcome !== "none" ? found : declareUnused(authority, credentials, due);
}
