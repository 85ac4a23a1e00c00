import type { Command } from "commander";
import { listOwnSequences, type OwnSequence } from "../../../shared/db/contingency/verify-sequences.js";
import { describeStanding, endContingency, getContingency, startContingency } from "../../operations/contingency.js";
import type { Operator } from "../../operations/operator.js";
import { confirmOwnSequences } from "../../operations/verify-sequences.js";
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

type At = CompanyOption & EnvironmentOption;

/** `contingency status|start|end|verify`. Source: api/admin/README.md, "Contingencies". */
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

  addCompanyVerb(contingency, "verify", "show the last numbers under CAEA; with --yes, confirm that none is missing")
    .addOption(environmentOption())
    .option("--yes", "no voucher was issued beyond these numbers")
    .action((options: At & { yes?: true }) =>
      perform(async (office) => {
        const operator = await at(office, options);
        if (!options.yes) return describeSequences(await listOwnSequences(office.db, operator), ask);
        const { result, changed } = await confirmOwnSequences(operator);
        return tellChange(describeSequences(result), changed);
      }),
    );
}

const ask =
  "Compare each last number with the last voucher that was printed or sent there. If none is missing here, run the command again with --yes.";

async function describe({ db, nowMs }: Office, operator: Operator): Promise<Answer> {
  const { pointsOfSale, ...fields } = describeStanding(await getContingency(db, operator, nowMs));
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

function describeSequences(sequences: OwnSequence[], note?: string): Answer {
  const rows = sequences.map(({ posNumber, voucherType, lastNumber, lastDate, verified }) => [
    posNumber,
    voucherType,
    lastNumber,
    lastDate,
    verified,
  ]);
  const headings = ["point of sale", "type", "last number", "last date", "verified"];
  const table = drawTable(headings, rows, "No sequence under CAEA is known.");
  return { json: { sequences }, text: note && sequences.length > 0 ? `${table}\n\n${note}` : table };
}
