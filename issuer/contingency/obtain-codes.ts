import {
  claimCode,
  type DueCode,
  listDueCodes,
  recordCode,
  recordCodeProblem,
} from "../../shared/db/contingency/codes.js";
import { addDays, argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import { fortnightsToAsk, hasEnded } from "../../shared/domain/fortnight.js";
import type { Credentials } from "../authority/wsaa/credentials.js";
import { type CodeOutcome, findCode, requestCode } from "../authority/wsfe/caea-codes.js";
import { forEachItem } from "./for-each-item.js";
import type { PreparationDeps } from "./preparation-deps.js";
import { toCaeaProblem } from "./to-problem.js";

/** For how many days a code is looked up whose request had no answer: its vouchers must be reported, or its points of sale declared. */
const daysLong = 90;

/**
 * Asks for the codes of the fortnights that can be asked for, until they are in hand. A refusal is kept with its reasons and asked
 * again after 15 minutes; what has no answer, every minute.
 */
export async function obtainCodes(deps: PreparationDeps, production: boolean): Promise<void> {
  const { db, nowMs } = deps;
  const now = nowMs();
  const today = argentineDay(now);
  const since = toFiscalDate(addDays(today, -daysLong));
  const due = await listDueCodes(db, production, fortnightsToAsk(now), toFiscalDate(today), since);
  await forEachItem(deps, due, (one) => obtain(deps, one));
}

async function obtain(deps: PreparationDeps, due: DueCode): Promise<void> {
  const { db, log, findCertificate } = deps;
  // First: what cannot be asked for is not tried again at once.
  const id = await claimCode(db, due);
  if (id === undefined) return;
  const certificate = await findCertificate(due.companyId, due.production);
  if (!certificate) return;
  const { company, production, period, fortnight } = due;
  const about = { company, production, period, fortnight };
  const told = await ask(deps, certificate, due);
  if (told.outcome === "granted") {
    await recordCode(db, id, { ...told, remarks: told.remarks.slice(0, 20) });
    if (told.remarks.length === 0) log.info(about, "the code of a fortnight is in hand");
    else log.warn({ ...about, remarks: told.remarks }, "the code of a fortnight is in hand, with remarks");
    return;
  }
  const problem = toCaeaProblem(told);
  await recordCodeProblem(db, id, problem);
  log.warn({ ...about, problem }, "no code of a fortnight");
}

/**
 * Looks the code up where an earlier request may have been granted, and where the authority says that it was. After its fortnight
 * it is only looked up.
 */
async function ask(
  { authority, nowMs }: PreparationDeps,
  credentials: Credentials,
  due: DueCode,
): Promise<CodeRequestOutcome> {
  if (due.isUnanswered) {
    const found = await findCode(authority, credentials, due);
    if (found.outcome !== "none" || hasEnded(due, nowMs())) return decided(found);
  }
  const asked = await requestCode(authority, credentials, due);
  return decided(asked.outcome === "exists" ? await findCode(authority, credentials, due) : asked);
}

type CodeRequestOutcome = Extract<CodeOutcome, { outcome: "granted" | "refused" | "unavailable" }>;

/** A code that exists and is not found is a refusal too, and so is none of a fortnight that is over. */
const decided = (told: CodeOutcome): CodeRequestOutcome =>
  told.outcome === "exists" || told.outcome === "none" ? { outcome: "refused", reasons: told.reasons } : told;
