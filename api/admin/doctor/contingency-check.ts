import { adminCommand } from "../../../shared/config/config.js";
import { type ContingencyReadiness, findReadiness } from "../../../shared/db/contingency/readiness.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { addDays, argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { fortnightOf } from "../../../shared/domain/fortnight.js";
import { environmentName, type Tenant } from "../../../shared/domain/tenant.js";
import { type CheckResult, failed, passed } from "./check.js";

/** So many days before the last one, a voucher that is not reported is a fault. */
const warnDays = 3;

/**
 * Whether the company could go on under CAEA today and tomorrow, and has reported what it issued. One begun by hand is no fault, and is told as
 * long as it lasts. Undefined when nothing stands in.
 */
export async function checkContingency(
  db: Database,
  code: string,
  tenant: Tenant,
  nowMs: number,
): Promise<CheckResult | undefined> {
  const today = argentineDay(nowMs);
  const needed = [...new Set([today, addDays(today, 1)].map((day) => fortnightOf(day).validFrom))];
  const readiness = await findReadiness(
    db,
    tenant,
    needed.map((validFrom) => ({ validFrom })),
  );
  const { substitutes, unreported, reportBy, byHand } = readiness;
  if (substitutes === 0 && unreported === 0 && byHand === null) return undefined;
  const env = environmentName(tenant.production);
  const name = `contingency (${env})`;
  const found = findFaults(readiness, { needed, at: `--company ${code} --env ${env}`, today });
  const lasting =
    byHand && `one begun by hand lasts since ${byHand.since} (${byHand.reason ?? "no reason"}), until contingency end`;
  const describe = (details: string[]) => [...details, ...(lasting ? [lasting] : [])].join("; ");
  if (found.length > 0)
    return failed(name, describe(found.map(({ what }) => what)), found.map(({ fix }) => fix).join(" "));
  const open =
    unreported === 0 ? "everything is reported" : `${unreported} vouchers are to be reported until ${reportBy}`;
  return passed(name, describe([`${substitutes} points of sale stand in; the code is in hand; ${open}`]));
}

function findFaults(
  { substitutes, unasked, unverified, inHand, problem, unreported, rejected, reportBy }: ContingencyReadiness,
  { needed, at, today }: { needed: string[]; at: string; today: string },
): { what: string; fix: string }[] {
  const faults: { what: string; fix: string }[] = [];
  const missing = substitutes > 0 ? needed.filter((day) => !inHand.includes(day)) : [];
  if (missing.length > 0)
    faults.push({
      what: `no code for the fortnight of ${missing.join(" and ")}${problem === null ? "" : `: ${problem}`}`,
      fix: "An issuer asks for it by itself: see its log, and the point of sale of kind CAEA in the authority's portal.",
    });
  if (unasked.length > 0)
    faults.push({
      what: `the last numbers of point of sale ${unasked.join(", ")} are not known`,
      fix: "An issuer asks for them while the authority answers: see its log.",
    });
  if (unverified > 0)
    faults.push({ what: `${unverified} sequences may lack vouchers`, fix: adminCommand(`contingency verify ${at}`) });
  if (rejected > 0)
    faults.push({
      what: `${rejected} of ${unreported} vouchers to report were refused`,
      fix: `${adminCommand(`contingency reports --rejected ${at}`)} says why: mend the cause, then POST /invoices/{id}/report, or see contingency resolve.`,
    });
  else if (reportBy !== null && reportBy <= toFiscalDate(addDays(today, warnDays)))
    faults.push({
      what: `${unreported} vouchers are to be reported until ${reportBy}`,
      fix: "The issuers report by themselves: see their log.",
    });
  return faults;
}
