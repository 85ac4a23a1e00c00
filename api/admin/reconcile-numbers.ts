import type { Database } from "../../shared/db/database.js";
import { listCompaniesToCheck, recordNumberCheck } from "../../shared/db/reconcile/number-checks.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { AuthorityLine } from "../operations/reconcile/authority-line.js";
import { compareLastNumbers, type NumbersReport } from "../operations/reconcile/compare-last-numbers.js";
import { paced } from "../operations/reconcile/paced.js";
import { reasonOf } from "./doctor/check.js";
import { type EnvironmentOption, isProduction } from "./options.js";
import type { Answer, Office } from "./perform.js";
import { progressBar } from "./progress-bar.js";
import { questionsPerSecond } from "./reconcile-all.js";
import { differs } from "./reconcile-company.js";
import { drawRows } from "./table.js";
import { withLine } from "./with-line.js";

interface CompanyNumbers {
  company: string;
  sequences: NumbersReport[];
  /** How many numbers differ, where only this service is known to issue. */
  behind: number;
  /** Why they could not be compared. Null when they were. */
  problem: string | null;
  differs: boolean;
}

/**
 * `reconcile --all --numbers`: last numbers alone, of all companies that use a numbering, the one that was compared longest ago first. What
 * differs is kept for the metric `talonario_numbers_behind`.
 */
export const compareAllNumbers = (office: Office, options: EnvironmentOption): Promise<Answer> =>
  withLine(office, async (eager) => {
    const line = paced(eager, questionsPerSecond);
    const production = isProduction(options);
    const wanted = await listCompaniesToCheck(office.db, production);
    const bar = progressBar("companies");
    const companies: CompanyNumbers[] = [];
    for (const { id: companyId, code } of wanted) {
      companies.push(await checkNumbers(office.db, line, { companyId, production }, code));
      bar.show(companies.length, wanted.length);
    }
    bar.clear();
    companies.sort((one, other) => (one.company < other.company ? -1 : 1));
    const exitCode = companies.some((one) => one.differs) ? differs : 0;
    return { json: { companies }, text: describe(companies), exitCode };
  });

/** Compares the last numbers of one company, and keeps what differs. */
export async function checkNumbers(
  db: Database,
  line: AuthorityLine,
  tenant: Tenant,
  code: string,
): Promise<CompanyNumbers> {
  const compared = await compareLastNumbers({ db, line }, tenant).then(
    (sequences) => toCompany(code, sequences, refusedOf(sequences)),
    (error: unknown) => toCompany(code, [], reasonOf(error)),
  );
  await recordNumberCheck(db, tenant, compared);
  return compared;
}

function toCompany(company: string, sequences: NumbersReport[], problem: string | null): CompanyNumbers {
  const behind = sequences.reduce((sum, one) => sum + (one.shared ? 0 : one.behind), 0);
  return { company, sequences, behind, problem, differs: behind > 0 || problem !== null };
}

const refusedOf = (sequences: NumbersReport[]): string | null =>
  sequences.flatMap(({ pos, type, refused }) => (refused === null ? [] : [`${pos}-${type}: ${refused}`]))[0] ?? null;

function describe(companies: CompanyNumbers[]): string {
  const rows = companies.map(({ company, sequences, behind, problem }) => {
    const names = sequences.filter((one) => one.behind > 0 && !one.shared).map(({ pos, type }) => `${pos}-${type}`);
    const result = problem ?? (behind > 0 ? "DIFFERS" : "equal");
    return { company, numberings: sequences.length, behind, where: names.join(", "), result };
  });
  return drawRows(rows, "No company uses a numbering in this environment.");
}
