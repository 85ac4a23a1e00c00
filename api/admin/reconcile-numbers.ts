import { listCompaniesToCheck } from "../../shared/db/reconcile/number-checks.js";
import { paced } from "../operations/reconcile/paced.js";
import { type CompanyNumbers, checkNumbers } from "./check-numbers.js";
import { type EnvironmentOption, isProduction } from "./options.js";
import type { CommandContext, CommandOutput } from "./perform.js";
import { progressBar } from "./progress-bar.js";
import { questionsPerSecond } from "./reconcile-all.js";
import { differs } from "./reconcile-company.js";
import { drawRows } from "./table.js";
import { withAuthority } from "./with-authority.js";

/**
 * `reconcile --all --numbers`: last numbers alone, of all companies that use a numbering, the one that was compared longest ago first. What
 * differs is kept for the metric `talonario_numbers_behind`.
 */
export const compareAllNumbers = (office: CommandContext, options: EnvironmentOption): Promise<CommandOutput> =>
  withAuthority(office, async (eager) => {
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

function describe(companies: CompanyNumbers[]): string {
  const rows = companies.map(({ company, sequences, behind, problem }) => {
    const names = sequences.filter((one) => one.behind > 0 && !one.shared).map(({ pos, type }) => `${pos}-${type}`);
    const result = problem ?? (behind > 0 ? "DIFFERS" : "equal");
    return { company, numberings: sequences.length, behind, where: names.join(", "), result };
  });
  return drawRows(rows, "No company uses a numbering in this environment.");
}
