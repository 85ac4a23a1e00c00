import type { Command } from "commander";
import { inEnglish } from "../../../shared/domain/words.js";
import { describeStanding, endContingency, getContingency, startContingency } from "../../operations/contingency.js";
import type { Operator } from "../../operations/operator.js";
import { contingencyReason } from "../../schemas/contingency.js";
import {
  addCompanyVerb,
  type CompanyOption,
  type EnvironmentOption,
  environmentOption,
  isProduction,
} from "../options.js";
import { type Answer, type Office, operatorAt, type Perform, tellChange } from "../perform.js";
import { readOption } from "../read-option.js";
import { drawFields, drawTable } from "../table.js";
import { addReportCommands } from "./contingency-reports.js";
import { addVerifyCommand } from "./contingency-verify.js";

type At = CompanyOption & EnvironmentOption;

/** `contingency status|start|end|verify|reports|resolve`. Source: api/admin/README.md, "Contingencies". */
export function addContingencyCommands(program: Command, perform: Perform): void {
  const contingency = program
    .command("contingency")
    .description("vouchers under CAEA, while the tax authority cannot be reached");
  const at = (office: Office, { company, env }: At) => operatorAt(office, company, isProduction({ env }));

  addCompanyVerb(contingency, "status", "show whether one lasts, the code in hand, and what is not reported")
    .addOption(environmentOption())
    .action((options: At) => perform(async (office) => describe(office, await at(office, options))));

  addCompanyVerb(contingency, "start", "begin one by hand; it ends by hand alone")
    .addOption(environmentOption())
    .requiredOption("--reason <text>", "why, for the audit log")
    .action((options: At & { reason: string }) =>
      perform(async (office) => {
        const reason = readOption(contingencyReason, "--reason", options.reason);
        const operator = await at(office, options);
        const changed = await startContingency(operator, reason, office.nowMs);
        return tellChange(await describe(office, operator), changed);
      }),
    );

  addCompanyVerb(contingency, "end", "end it, however it began")
    .addOption(environmentOption())
    .action((options: At) =>
      perform(async (office) => {
        const operator = await at(office, options);
        const changed = await endContingency(operator);
        return tellChange(await describe(office, operator), changed);
      }),
    );

  addVerifyCommand(contingency, perform);
  addReportCommands(contingency, perform);
}

async function describe({ db, nowMs }: Office, operator: Operator): Promise<Answer> {
  const { pointsOfSale, ...fields } = describeStanding(await getContingency(db, operator, nowMs), inEnglish);
  const rows = pointsOfSale.flatMap(({ number, sequences }) =>
    sequences.map(({ voucherType, lastNumber, lastReported }) => [number, voucherType, lastNumber, lastReported]),
  );
  const table = drawTable(
    ["point of sale", "type", "last number", "last reported"],
    rows,
    "No sequence under CAEA is known.",
  );
  return { json: { contingency: { ...fields, pointsOfSale } }, text: `${drawFields(fields)}\n\n${table}` };
}
