import { type Command, Option } from "commander";
import { listConcerned } from "../../../shared/db/contingency/list-concerned.js";
import { findListedReport, type ListedReport, listReports } from "../../../shared/db/contingency/list-reports.js";
import { listMissingFortnights } from "../../../shared/db/contingency/missing-fortnights.js";
import type { ReportDecision } from "../../../shared/db/issuer-requests/authority-question.js";
import { environmentName, type Tenant } from "../../../shared/domain/tenant.js";
import { askIssuer } from "../ask-issuer.js";
import { notDone, notThere } from "../not-done.js";
import {
  addCompanyVerb,
  addTenantsVerb,
  type CompanyOption,
  companyOrAll,
  isProduction,
  rowId,
  type TenantsOption,
  wholeNumber,
} from "../options.js";
import {
  type CommandContext,
  type CommandOutput,
  getCompanyByCode,
  operatorAt,
  type RunCommand,
  tenantsOf,
} from "../perform.js";
import { reason } from "../reason.js";
import { dayCell, drawRows } from "../table.js";
import { tellFortnights } from "../tell-fortnights.js";

type ListReportsOptions = TenantsOption & { rejected?: boolean; limit: number };
type ResolveReportOptions = CompanyOption & { because: string; adopt?: true; giveUp?: true; andBehind?: boolean };

/** `contingency reports|resolve`. Source: api/admin/README.md, "Contingencies". */
export function addReportCommands(contingency: Command, perform: RunCommand): void {
  addTenantsVerb(contingency, "reports", "list the vouchers under CAEA that the tax authority has not taken")
    .option("--rejected", "only those that wait for a person")
    .addOption(new Option("--limit <number>", "the maximum number of rows").argParser(wholeNumber).default(200))
    .action((options: ListReportsOptions, command: Command) => {
      const company = companyOrAll(command, options);
      return perform((office) => (company === undefined ? listAll(office, options) : list(office, options, company)));
    });

  addCompanyVerb(contingency, "resolve", "the last word about a voucher whose report the tax authority does not take")
    .argument("<voucher>", "the voucher's id, as listed", rowId)
    .option("--adopt", "what the tax authority shows under its number is this voucher")
    .option("--give-up", "nobody will report it")
    .option("--and-behind", "give up those behind it too, when the tax authority takes none of them")
    .requiredOption("--because <text>", "the reason, for the audit log", reason)
    .action((id: number, options: ResolveReportOptions, command: Command) => {
      if (options.adopt === options.giveUp)
        command.error("error: exactly one of the options '--adopt' and '--give-up' is needed");
      if (options.andBehind && options.adopt)
        command.error("error: the option '--and-behind' goes with '--give-up' alone");
      return perform((office) => resolve(office, options, id, options.adopt ? "adopt" : "giveUp"));
    });
}

async function list(office: CommandContext, options: ListReportsOptions, company: string): Promise<CommandOutput> {
  const tenant = await operatorAt(office, { ...options, company });
  const { reports, isCut } = await listOf(office, tenant, options, options.limit);
  const missingFortnights = await listMissingFortnights(office.db, tenant);
  const json = { reports, ...(missingFortnights.length > 0 && { missingFortnights }) };
  const text = [draw(reports, noneOf(options)), ...(isCut ? [thereAreMore] : []), ...tellFortnights(missingFortnights)];
  return { json, text: text.join("\n\n") };
}

/** Company by company, up to the limit, those with the earliest last day first. Of missing vouchers each company's own list tells. */
async function listAll(office: CommandContext, options: ListReportsOptions): Promise<CommandOutput> {
  const production = isProduction(options);
  const listed: (ListedReport & { company: string })[] = [];
  const texts: string[] = [];
  for (const { company, companyId } of await listConcerned(office.db, production)) {
    const { reports, isCut } = await listOf(office, { companyId, production }, options, options.limit - listed.length);
    if (reports.length > 0) texts.push(`${company}\n${draw(reports, "")}`);
    listed.push(...reports.map((report) => ({ company, ...report })));
    if (!isCut) continue;
    texts.push(thereAreMore);
    break;
  }
  return { json: { reports: listed }, text: texts.join("\n\n") || noneOf(options) };
}

async function listOf({ db }: CommandContext, tenant: Tenant, { rejected = false }: ListReportsOptions, most: number) {
  const found = await listReports(db, tenant, { rejected, most: most + 1 });
  return { reports: found.slice(0, most), isCut: found.length > most };
}

const noneOf = ({ rejected }: ListReportsOptions) =>
  rejected ? "No report waits for a person." : "Everything is reported.";
const thereAreMore = "There are more: raise --limit.";

async function resolve(
  office: CommandContext,
  { company: code, because, andBehind = false }: ResolveReportOptions,
  voucherId: number,
  decision: ReportDecision,
): Promise<CommandOutput> {
  const company = await getCompanyByCode(office, code);
  const { tenant, report } = await getReport(office, tenantsOf(company), voucherId);
  const { posNumber, voucherType } = report;
  const word = { voucherId, decision, andBehind, because, by: office.operatorName };
  const answer = await askIssuer(office, tenant, { kind: "resolveReport", posNumber, voucherType, ...word });
  if (answer.outcome === "notDecided") throw notDone(answer.why);
  const after = await getReport(office, [tenant], voucherId);
  const env = environmentName(tenant.production);
  return { json: { report: { ...after.report, env } }, text: draw([after.report], "") };
}

async function getReport(
  { db }: CommandContext,
  tenants: readonly Tenant[],
  voucherId: number,
): Promise<{ tenant: Tenant; report: ListedReport }> {
  for (const tenant of tenants) {
    const report = await findListedReport(db, tenant, voucherId);
    if (report) return { tenant, report };
  }
  throw notThere(`The company has no voucher ${voucherId} under CAEA that it issued.`);
}

function draw(reports: ListedReport[], none: string): string {
  const rows = reports.map(({ voucherId: id, posNumber: pos, voucherType: type, voucherNumber: number, ...one }) => {
    const { voucherDate: date, totalAmount: total, code, reportBy, state } = one;
    return { id, pos, type, number, date: dayCell(date), total, code, reportBy: dayCell(reportBy), state };
  });
  const reasons = reports.flatMap(({ voucherId, errors }) =>
    errors.map(({ code, msg }) => `Voucher ${voucherId}: ${code}, ${msg}`),
  );
  return [drawRows(rows, none), ...(reasons.length > 0 ? [reasons.join("\n")] : [])].join("\n\n");
}
