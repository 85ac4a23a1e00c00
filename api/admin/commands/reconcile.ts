import { randomUUID } from "node:crypto";
import { type Command, InvalidArgumentError, Option } from "commander";
import { environmentName } from "../../../shared/domain/tenant.js";
import { findVoucherType } from "../../../shared/domain/voucher-types.js";
import { createAuthorityLine } from "../../operations/reconcile/authority-line.js";
import { reconcileSequence } from "../../operations/reconcile/reconcile-sequence.js";
import { selectSequences } from "../../operations/reconcile/select-sequences.js";
import type { SequenceReport } from "../../operations/reconcile/sequence-report.js";
import { describeReconciliation } from "../describe-reconciliation.js";
import {
  addCompanyVerb,
  type CompanyOption,
  type EnvironmentOption,
  environmentOption,
  isProduction,
  wholeNumber,
} from "../options.js";
import { type Answer, getCompanyByCode, type Office, operatorAt, type Perform } from "../perform.js";
import { progressBar } from "../progress-bar.js";

interface Options extends CompanyOption, EnvironmentOption {
  pos?: number;
  type?: number;
  from?: number;
  to?: number;
  import?: true;
}

/** Source: api/admin/README.md, "The operator's command line". */
const differs = 3;

/** `reconcile`. */
export function addReconcileCommand(program: Command, perform: Perform): void {
  addCompanyVerb(
    program,
    "reconcile",
    "compare our vouchers with the tax authority's, number by number; exit code 3 when something differs",
  )
    .addOption(environmentOption())
    .option("--pos <number>", "only this point of sale", positiveNumber)
    .option("--type <code>", "only this voucher type", voucherType)
    .option(
      "--from <number>",
      "first number (default: 1, or our first voucher's if that is above 1001)",
      positiveNumber,
    )
    .option("--to <number>", "last number (default: the authority's last)", positiveNumber)
    .addOption(new Option("--import", "import vouchers that were issued elsewhere, with source rcel"))
    .action((options: Options, command: Command) => {
      const { from = 1, to = from } = options;
      if (to < from) command.error("error: option '--to <number>' must not be below '--from <number>'");
      return perform((office) => reconcile(office, options));
    });
}

async function reconcile(
  office: Office,
  { company: code, env, pos, type, from, to, ...rest }: Options,
): Promise<Answer> {
  const company = await getCompanyByCode(office, code);
  const operator = await operatorAt(office, code, isProduction({ env }));
  const selected = await selectSequences(operator, company, { pos, type });
  // Imported only here: a static import would slow down every other command.
  const { openQuestions } = await import("../open-questions.js");
  const { askAuthority, close } = await openQuestions(office.db, office.config.REDIS_URL);
  const line = createAuthorityLine(askAuthority, { requestId: `reconcile-${randomUUID()}` });
  const sequences: SequenceReport[] = [];
  try {
    for (const { isAsked, ...key } of selected) {
      const bar = progressBar(`${environmentName(key.production)} ${key.posNumber}-${key.voucherType}`);
      const options = { from, to, import: rest.import === true, onlyIfUsed: !isAsked, progress: bar.show };
      const report = await reconcileSequence(operator, line, key, options).finally(bar.clear);
      if (report) sequences.push(report);
    }
  } finally {
    await close();
  }
  const isEqual = sequences.every((report) => !report.differs);
  return { json: { sequences }, text: describeReconciliation(sequences), exitCode: isEqual ? 0 : differs };
}

function positiveNumber(text: string): number {
  const number = wholeNumber(text);
  if (number < 1) throw new InvalidArgumentError("It must be 1 or more.");
  return number;
}

function voucherType(text: string): number {
  const code = wholeNumber(text);
  if (!findVoucherType(code)) throw new InvalidArgumentError("It must be a voucher type that this service issues.");
  return code;
}
