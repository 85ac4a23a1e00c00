import { type Command, InvalidArgumentError } from "commander";
import { findVoucherType } from "../../../shared/domain/voucher-types.js";
import { verifyExplained } from "../../operations/reconcile/verify-explained.js";
import { checkNumbers } from "../check-numbers.js";
import { describeClaims } from "../describe-claims.js";
import { describeReconciliation } from "../describe-reconciliation.js";
import { claimsOf, finishAdoptions, isLeft } from "../finish-adoptions.js";
import { addVerb, type EnvironmentOption, environmentOption, fiscalDate, wholeNumber } from "../options.js";
import { type CommandContext, type CommandOutput, getCompanyByCode, operatorAt, type RunCommand } from "../perform.js";
import { reason } from "../reason.js";
import { compareAll } from "../reconcile-all.js";
import { differs, reconcileCompany } from "../reconcile-company.js";
import { compareAllNumbers } from "../reconcile-numbers.js";
import { withAuthority } from "../with-authority.js";

interface ReconcileCommand extends EnvironmentOption {
  company?: string;
  all?: true;
  pos?: number;
  type?: number;
  from?: number;
  to?: number;
  since?: string;
  numbers?: true;
  import?: true;
  verify?: true;
  yes?: true;
  because?: string;
}

/** `reconcile`. */
export function addReconcileCommand(program: Command, perform: RunCommand): void {
  addVerb(
    program,
    "reconcile",
    "compare our vouchers with the tax authority's, number by number; exit code 3 when something differs",
  )
    .option("--company <code>", "the company's code")
    .option("--all", "every company, one line each")
    .addOption(environmentOption())
    .option("--pos <number>", "only this point of sale", positiveNumber)
    .option("--type <code>", "only this voucher type", voucherType)
    .option(
      "--from <number>",
      "first number (default: 1, or our first voucher's if that is above 1001)",
      positiveNumber,
    )
    .option("--to <number>", "last number (default: the authority's last)", positiveNumber)
    .option("--since <day>", "with --all: only the numbers since this day, YYYY-MM-DD", fiscalDate)
    .option("--numbers", "with --all: compare last numbers alone, which is light")
    .option("--import", "import vouchers that were issued elsewhere, with source rcel")
    .option("--verify", "verify each numbering in which nothing is unexplained; --import does so at its end")
    .option(
      "--yes",
      "with --import: give vouchers to a named receiver the keys that they are found to belong to, without a question",
    )
    .option("--because <text>", "with --import: the reason, for the audit log", reason)
    .action((options: ReconcileCommand, command: Command) => {
      const fault = faultOf(options);
      if (fault) command.error(`error: ${fault}`);
      return perform((office) => {
        if (options.numbers) return compareAllNumbers(office, options);
        return options.all ? compareAll(office, options) : reconcile(office, options.company ?? "", options);
      });
    });
}

/** Checks options that exclude or need each other. Undefined when they go together. */
function faultOf(options: ReconcileCommand): string | undefined {
  const { company, all, pos, type, from, to, since, numbers, yes, because } = options;
  if ((company === undefined) === (all === undefined)) return "one of '--company <code>' and '--all' is needed";
  if ((to ?? from ?? 1) < (from ?? 1)) return "option '--to <number>' must not be below '--from <number>'";
  if (!all && (since !== undefined || numbers))
    return "the options '--since <day>' and '--numbers' go with '--all' alone";
  if (all && [pos, type, from, to].some((one) => one !== undefined))
    return "the options '--pos', '--type', '--from' and '--to' go with '--company <code>' alone";
  if (numbers && (since !== undefined || options.import || options.verify))
    return "the option '--numbers' goes with no other";
  if ((yes || because !== undefined) && !options.import)
    return "the options '--yes' and '--because <text>' go with '--import' alone";
  return undefined;
}

async function reconcile(office: CommandContext, code: string, options: ReconcileCommand): Promise<CommandOutput> {
  const company = await getCompanyByCode(office, code);
  const operator = await operatorAt(office, { company: code, env: options.env });
  const { pos, type, from, to } = options;
  const comparing = {
    pos,
    type,
    import: options.import === true,
    isKnownOnly: false,
    rangeOf: async () => ({ from, to }),
  };
  return withAuthority(office, async (line, askAuthority) => {
    const reconciled = await reconcileCompany(operator, company, line, comparing);
    const [settled] = await finishAdoptions(office, { line, askAuthority }, [reconciled], options);
    const compared = settled?.sequences ?? reconciled.sequences;
    const sequences = options.verify || options.import ? await verifyExplained(operator, line, compared) : compared;
    const isWhole = [pos, type, from, to].every((one) => one === undefined);
    if (isWhole) await checkNumbers(office.db, line, operator, code);
    const texts = [describeReconciliation(sequences), settled ? describeClaims([{ company: code, ...settled }]) : ""];
    return {
      json: { sequences, ...(settled && claimsOf(code, settled)) },
      text: texts.filter((text) => text !== "").join("\n\n"),
      exitCode: (settled && isLeft(settled)) || sequences.some((report) => report.differs) ? differs : 0,
    };
  });
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
