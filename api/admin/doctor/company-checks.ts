import { adminCommand } from "../../../shared/config/config.js";
import { findCompany } from "../../../shared/db/company/companies.js";
import { findSetupReport, listExpiring, type SetupReport } from "../../../shared/db/company/setup-report.js";
import { findSubscription } from "../../../shared/db/company/subscriptions.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { type EnvironmentName, environmentName } from "../../../shared/domain/tenant.js";
import { checkCreditInvoices, checkNotices } from "./authority-checks.js";
import { type CheckResult, failed, passed } from "./check.js";
import { checkContingency } from "./contingency-check.js";
import { checkDecisions } from "./decisions-check.js";
import { checkDelegation } from "./delegation-checks.js";
import { checkLegends } from "./legends-check.js";
import { checkNumberings } from "./numberings-check.js";
import { checkPdfs } from "./pdfs-check.js";
import { checkPointsOfSale } from "./points-of-sale-check.js";

const dayMs = 86_400_000;
/** Early, because a person must get the new certificate from the authority's portal. */
const warnBeforeMs = 30 * dayMs;

const toDay = (date: Date) => date.toISOString().slice(0, 10);

/**
 * Checks what one company needs to issue. An environment in which it has nothing set up counts as unused and is skipped.
 * @param redisUrl to reach an issuer, which asks the authority about points of sale, credit invoices and a delegation
 */
export async function checkCompany(
  db: Database,
  code: string,
  nowMs: number,
  redisUrl?: string,
): Promise<CheckResult[]> {
  const company = await findCompany(db, code);
  if (!company) return [failed("company", `there is no company ${code}`, adminCommand(`company create ${code} …`))];

  const reports = await Promise.all(
    [false, true].map(async (production) => ({
      production,
      env: environmentName(production),
      report: await findSetupReport(db, { companyId: company.id, production }),
    })),
  );
  const used = reports.filter(({ report }) => report.certificates + report.pointsOfSale + report.keys > 0);
  const subscription = await findSubscription(db, company.id);
  const isDelegated = company.certificateMode === "delegated";
  const asking = company.fce === null ? [] : used.filter(({ report }) => report.expiresAt !== null);
  return [
    checkSubscription(code, subscription?.until, argentineDay(nowMs)),
    ...(used.length > 0 ? used : reports.slice(0, 1)).flatMap(({ env, report }) =>
      checkReport({ code, isDelegated }, env, report, nowMs),
    ),
    ...(await Promise.all(
      (isDelegated ? used : []).map(({ production }) =>
        checkDelegation(db, redisUrl, { companyId: company.id, production }),
      ),
    )),
    ...(await Promise.all(
      used
        .filter(({ report }) => report.expiresAt !== null && report.enabledPointsOfSale > 0)
        .map(({ production }) =>
          checkPointsOfSale(db, redisUrl, { companyId: company.id, production }, { code, nowMs }),
        ),
    )),
    ...(await Promise.all(
      asking.map(({ production }) => checkCreditInvoices(db, redisUrl, { companyId: company.id, production })),
    )),
    ...(
      await Promise.all(
        used.map(({ production }) => checkContingency(db, code, { companyId: company.id, production }, nowMs)),
      )
    ).flatMap((check) => check ?? []),
    ...(
      await Promise.all(used.map(({ production }) => checkNotices(db, { companyId: company.id, production }, nowMs)))
    ).flatMap((check) => check ?? []),
    ...[await checkLegends(db, company, nowMs)].flatMap((check) => check ?? []),
    await checkDecisions(db, company.id),
    await checkNumberings(db, company.id),
    await checkPdfs(db, company.id),
  ];
}

function checkSubscription(code: string, until: string | undefined, today: string): CheckResult {
  if (until !== undefined && until >= today) return passed("subscription", `until ${until}`);
  const fix = adminCommand(`subscription set --company ${code} --until YYYY-MM-DD`);
  return failed("subscription", until === undefined ? "there is none" : `expired, was until ${until}`, fix);
}

interface CheckedCompany {
  code: string;
  isDelegated: boolean;
}

function checkReport(
  { code, isDelegated }: CheckedCompany,
  env: EnvironmentName,
  report: SetupReport,
  nowMs: number,
): CheckResult[] {
  const at = `--company ${code} --env ${env}`;
  const { pointsOfSale, enabledPointsOfSale, keys } = report;
  const points = `points of sale (${env})`;
  return [
    checkCertificate({ code, isDelegated }, env, report, nowMs),
    enabledPointsOfSale > 0
      ? passed(points, `${enabledPointsOfSale} of ${pointsOfSale} enabled`)
      : failed(
          points,
          pointsOfSale === 0 ? "there is none" : `none of ${pointsOfSale} is enabled`,
          adminCommand(`pos ${pointsOfSale === 0 ? "add" : "enable"} NUMBER ${at}`),
        ),
    keys > 0
      ? passed(`keys (${env})`, `${keys} in force`)
      : failed(`keys (${env})`, "there is none", adminCommand(`key create ${at}`)),
  ];
}

function checkCertificate(
  { code, isDelegated }: CheckedCompany,
  env: EnvironmentName,
  { certificates, expiresAt }: SetupReport,
  nowMs: number,
): CheckResult {
  const name = `certificate (${env})`;
  const whose = isDelegated ? "--operator" : `--company ${code}`;
  const request = adminCommand(`certificate request ${whose} --env ${env} --alias NAME`);
  if (!expiresAt) {
    if (isDelegated) return failed(name, "the operator has none, and it acts for the company", request);
    if (certificates === 0) return failed(name, "there is none", request);
    const install = adminCommand(`certificate install ID --company ${code} --file PEM`);
    return failed(
      name,
      "requested, but none is installed",
      `Have it signed in the authority's portal, then: ${install}`,
    );
  }
  if (expiresAt.getTime() <= nowMs) return failed(name, `expired on ${toDay(expiresAt)}`, request);
  if (expiresAt.getTime() < nowMs + warnBeforeMs)
    return failed(name, `expires on ${toDay(expiresAt)}`, `Replace it in time: ${request}`);
  return passed(name, `${isDelegated ? "the operator's, " : ""}valid until ${toDay(expiresAt)}`);
}

/** Checks the certificates of all companies, for a run without `--company`. */
export async function checkCertificates(db: Database, nowMs: number): Promise<CheckResult> {
  const expiring = await listExpiring(db, new Date(nowMs + warnBeforeMs));
  if (expiring.length === 0) return passed("certificates", "none expires within 30 days");
  const listed = expiring.map(
    ({ code, production, expiresAt }) =>
      `${code ?? "the operator"} (${environmentName(production)}, ${toDay(expiresAt)})`,
  );
  return failed(
    "certificates",
    `expired, or expiring within 30 days: ${listed.join(", ")}`,
    adminCommand("certificate request --company CODE, or --operator, --env ENVIRONMENT --alias NAME"),
  );
}
