import type { Command } from "commander";
import { listConcerned } from "../../../shared/db/contingency/list-concerned.js";
import { sayReason } from "../../../shared/domain/contingency-reason.js";
import { inEnglish } from "../../../shared/domain/localized-text.js";
import { describeStanding, endContingency, getContingency, startContingency } from "../../operations/contingency.js";
import type { Operator } from "../../operations/operator.js";
import { contingencyReason } from "../../schemas/contingency.js";
import {
  addTenantsVerb,
  addTenantVerb,
  companyOrAll,
  type EnvironmentOption,
  isProduction,
  type TenantOption,
  type TenantsOption,
} from "../options.js";
import type { CommandContext, CommandOutput } from "../perform.js";
import { describeChange, operatorAt, type RunCommand } from "../perform.js";
import { readOption } from "../read-option.js";
import { dayCell, drawFields, drawRows } from "../table.js";
import { addReportCommands } from "./contingency-reports.js";
import { addVerifyCommand } from "./contingency-verify.js";

/** `contingency status|start|end|verify|reports|resolve`. Source: api/admin/README.md, "Contingencies". */
export function addContingencyCommands(program: Command, perform: RunCommand): void {
  const contingency = program
    .command("contingency")
    .description("vouchers under CAEA, while the tax authority cannot be reached");

  addTenantsVerb(contingency, "status", "show whether one lasts, the code in hand, and what is not reported").action(
    (options: TenantsOption, command: Command) => {
      const company = companyOrAll(command, options);
      return perform(async (office) =>
        company === undefined
          ? listContingencies(office, options)
          : describe(office, await operatorAt(office, { ...options, company })),
      );
    },
  );

  addTenantVerb(contingency, "start", "begin one by hand; it ends by hand alone")
    .requiredOption("--reason <text>", "why, for the audit log")
    .action((options: TenantOption & { reason: string }) =>
      perform(async (office) => {
        const reason = readOption(contingencyReason, "--reason", options.reason);
        const operator = await operatorAt(office, options);
        const changed = await startContingency(operator, reason, office.nowMs);
        return describeChange(await describe(office, operator), changed);
      }),
    );

  addTenantVerb(contingency, "end", "end it, however it began").action((options: TenantOption) =>
    perform(async (office) => {
      const operator = await operatorAt(office, options);
      const changed = await endContingency(operator);
      return describeChange(await describe(office, operator), changed);
    }),
  );

  addVerifyCommand(contingency, perform);
  addReportCommands(contingency, perform);
}

async function describe({ db, nowMs }: CommandContext, operator: Operator): Promise<CommandOutput> {
  const { pointsOfSale, ...fields } = describeStanding(await getContingency(db, operator, nowMs), inEnglish);
  const rows = pointsOfSale.flatMap(({ number, sequences }) =>
    sequences.map(({ voucherType: type, lastNumber, lastReported }) => {
      return { "point of sale": number, type, lastNumber, lastReported };
    }),
  );
  const table = drawRows(rows, "No sequence under CAEA is known.");
  const [from, to, reportBy] = [fields.from, fields.to, fields.reportBy].map(dayCell);
  const shown = { ...fields, from, to, reportBy };
  return { json: { contingency: { ...fields, pointsOfSale } }, text: `${drawFields(shown)}\n\n${table}` };
}

/** `contingency status --all`: one line for each company in which one lasts, or something of one is not reported. */
async function listContingencies({ db }: CommandContext, options: EnvironmentOption): Promise<CommandOutput> {
  const concerned = await listConcerned(db, isProduction(options));
  const contingencies = concerned.map(
    ({ company, activeSinceMs, reason, unreported, rejected, undeclared, reportBy }) => ({
      ...{ company, active: activeSinceMs !== null },
      since: activeSinceMs === null ? null : new Date(activeSinceMs).toISOString(),
      reason: reason && inEnglish(sayReason(reason)),
      ...{ unreported, rejected, undeclared, reportBy },
    }),
  );
  const none = "No contingency lasts, and everything is reported.";
  const rows = contingencies.map((one) => ({ ...one, reportBy: dayCell(one.reportBy) }));
  return { json: { contingencies }, text: drawRows(rows, none) };
}
