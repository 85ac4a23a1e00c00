import { adminCommand } from "../../shared/config/config.js";
import { listCompanies } from "../../shared/db/company/companies.js";
import { listNumbersBehind } from "../../shared/db/reconcile/number-checks.js";
import { firstNumberSince } from "../../shared/db/reconcile/reconciliation.js";
import { environmentName } from "../../shared/domain/tenant.js";
import type { AuthorityClient } from "../operations/reconcile/authority-client.js";
import { paced } from "../operations/reconcile/paced.js";
import type { SequenceReport } from "../operations/reconcile/sequence-report.js";
import { verifyExplained } from "../operations/reconcile/verify-explained.js";
import { checkNumbers } from "./check-numbers.js";
import { describeClaims } from "./describe-claims.js";
import { reasonOf } from "./doctor/check.js";
import { type ClaimOptions, claimsOf, finishAdoptions, isLeft } from "./finish-adoptions.js";
import { type EnvironmentOption, isProduction } from "./options.js";
import { adminOf, type CommandContext, type CommandOutput } from "./perform.js";
import { type CompanyReconciliation, differs, reconcileCompany } from "./reconcile-company.js";
import { drawRows } from "./table.js";
import { withAuthority } from "./with-authority.js";

/** How many questions a run about all companies asks the authority in a second. */
export const questionsPerSecond = 10;

interface CompanyReport {
  company: string;
  sequences: SequenceReport[];
  /** Why it could not be compared. Null when it was. */
  problem: string | null;
  differs: boolean;
}

/** `reconcile --all`: one company after the other, and one line for each. */
export async function compareAll(
  office: CommandContext,
  options: EnvironmentOption & ClaimOptions & { since?: string; verify?: true },
): Promise<CommandOutput> {
  const { since } = options;
  const comparing = {
    import: options.import === true,
    isKnownOnly: true,
    rangeOf: async (key: Parameters<typeof firstNumberSince>[1]) => ({
      from: since === undefined ? undefined : await firstNumberSince(office.db, key, since),
      to: undefined,
    }),
  };
  return withAuthority(office, async (eager, askAuthority) => {
    const line = paced(eager, questionsPerSecond);
    const reconciled: CompanyReconciliation[] = [];
    const problems = new Map<string, string>();
    for (const company of await listCompanies(office.db)) {
      const operator = {
        db: office.db,
        actor: adminOf(office),
        companyId: company.id,
        production: isProduction(options),
      };
      try {
        reconciled.push(await reconcileCompany(operator, company, line, comparing));
      } catch (error) {
        problems.set(company.code, reasonOf(error));
      }
    }
    const settled = await finishAdoptions(office, { line, askAuthority }, reconciled, options);
    const companies: CompanyReport[] = [];
    for (const [at, { company, operator, sequences }] of reconciled.entries()) {
      const compared = settled[at]?.sequences ?? sequences;
      const isAsked = options.verify || options.import;
      const verifying = isAsked ? verifyExplained(operator, line, compared) : Promise.resolve(compared);
      companies.push(
        await verifying.then(
          (verified) => toReport(company.code, verified, null),
          (error: unknown) => toReport(company.code, compared, reasonOf(error)),
        ),
      );
    }
    await checkBehind(office, line, reconciled);
    companies.push(...[...problems].map(([company, problem]) => toReport(company, [], problem)));
    const claims = reconciled.flatMap(({ company: { code } }, at) => {
      const one = settled[at];
      return one ? [{ company: code, ...one }] : [];
    });
    const isOpen = claims.some(isLeft) || companies.some((one) => one.differs);
    return {
      json: {
        companies,
        ...(comparing.import && {
          claims: claims.map(({ company, ...one }) => ({ company, ...claimsOf(company, one) })),
        }),
      },
      text: [describe(companies, options), describeClaims(claims)].filter((text) => text !== "").join("\n\n"),
      exitCode: isOpen ? differs : 0,
    };
  });
}

/** The alert about numbers that differ ends with what explains them. Of companies that are not behind nothing is asked again. */
async function checkBehind(
  { db }: CommandContext,
  line: AuthorityClient,
  reconciled: readonly CompanyReconciliation[],
): Promise<void> {
  const behind = await listNumbersBehind(db);
  for (const { company, operator } of reconciled)
    if (behind.some(({ code, production }) => code === company.code && production === operator.production))
      await checkNumbers(db, line, operator, company.code);
}

const toReport = (company: string, sequences: SequenceReport[], problem: string | null): CompanyReport => ({
  ...{ company, sequences, problem },
  differs: problem !== null || sequences.some((report) => report.differs),
});

function describe(companies: CompanyReport[], options: EnvironmentOption): string {
  const count = (reports: SequenceReport[], read: (report: SequenceReport) => number) =>
    reports.reduce((sum, report) => sum + read(report), 0);
  const rows = companies.map(({ company, sequences, problem, differs: isDifferent }) => ({
    company,
    numberings: sequences.length,
    equal: count(sequences, ({ equal }) => equal),
    foreign: count(sequences, ({ foreign }) => foreign.length),
    missing: count(sequences, ({ missing }) => missing.length),
    different: count(sequences, ({ different }) => different.length),
    verified: count(sequences, ({ verified }) => (verified ? 1 : 0)),
    result: problem ?? (isDifferent ? "DIFFERS" : "equal"),
  }));
  const env = environmentName(isProduction(options));
  const commands = companies
    .filter((one) => one.differs && one.problem === null)
    .map(({ company }) => adminCommand(`reconcile --company ${company} --env ${env}`));
  return [drawRows(rows, "There is no company."), commands.join("\n")].filter((part) => part !== "").join("\n\n");
}
