import type { Command } from "commander";
import { listMissingFortnights, type MissingFortnight } from "../../../shared/db/contingency/missing-fortnights.js";
import {
  listOwnSequences,
  listUnasked,
  type OwnSequence,
  type UnaskedPoint,
} from "../../../shared/db/contingency/verify-sequences.js";
import { argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import type { Operator } from "../../operations/operator.js";
import { askIssuer } from "../ask-issuer.js";
import {
  type AuthorityNumber,
  checkStatement,
  type GivenNumber,
  holesOf,
  type MissingNumbers,
} from "../check-statement.js";
import { notDone } from "../not-done.js";
import { addTenantVerb, fiscalDate, fortnights, type TenantOption, wholeNumber } from "../options.js";
import { type CommandContext, type CommandOutput, describeChange, operatorAt, type RunCommand } from "../perform.js";
import { dayCell, drawRows } from "../table.js";
import { nameOfFortnight, tellFortnights } from "../tell-fortnights.js";
import { confirmOwnSequences } from "../verify-sequences.js";

type VerifySequencesOptions = TenantOption & {
  pos?: number;
  type?: number;
  last?: number;
  lastDate?: string;
  unused?: string[];
  yes?: true;
};

/** `contingency verify`. Source: api/admin/README.md, "Contingencies". */
export function addVerifyCommand(contingency: Command, perform: RunCommand): void {
  addTenantVerb(contingency, "verify", "show the last numbers under CAEA; with --yes, confirm them")
    .option("--pos <number>", "only this point of sale", wholeNumber)
    .option("--type <code>", "only this voucher type", wholeNumber)
    .option("--last <number>", "the last number that was issued there", wholeNumber)
    .option("--last-date <day>", "its date, YYYY-MM-DD; today unless the tax authority tells", fiscalDate)
    .option("--unused <fortnight>", "none of the missing is of it, as 202611-1; repeatable", fortnights)
    .option("--yes", "no voucher was issued beyond these numbers")
    .action((options: VerifySequencesOptions, command: Command) => {
      const fault = faultOf(options);
      if (fault) command.error(`error: ${fault}`);
      return perform((office) => verify(office, options));
    });
}

/** Checks options that exclude or need each other. Undefined when they go together. */
function faultOf({ pos, type, last, lastDate, unused, yes }: VerifySequencesOptions): string | undefined {
  if (last !== undefined && (pos === undefined || type === undefined))
    return "say which sequence '--last <number>' is about, with '--pos <number>' and '--type <code>', as they are listed";
  if (lastDate !== undefined && last === undefined) return "the option '--last-date <day>' goes with '--last <number>'";
  if (unused !== undefined && !yes) return "the option '--unused <fortnight>' goes with '--yes': it is a word";
  return undefined;
}

interface ComparedSequence {
  sequence: OwnSequence;
  told: AuthorityNumber | undefined;
}

async function verify(office: CommandContext, options: VerifySequencesOptions): Promise<CommandOutput> {
  const { pos, type, last, lastDate = null, unused = [], yes } = options;
  const operator = await operatorAt(office, options);
  const all = await listOwnSequences(office.db, operator);
  const chosen = all.filter(
    ({ posNumber, voucherType }) => (pos ?? posNumber) === posNumber && (type ?? voucherType) === voucherType,
  );
  const today = toFiscalDate(argentineDay(office.nowMs));
  refuseUnused(unused, { today, lastDate });
  if (last !== undefined && chosen.length === 0)
    throw notDone(`No sequence of point of sale ${pos} and type ${type} under CAEA is known here.`);
  const open = last === undefined ? chosen.filter(({ verified }) => !verified) : chosen;
  const { seen, why } = await askAll(office, operator, open);
  if (!yes)
    return describe(chosen, seen, {
      why,
      missing: open.flatMap(holesOf),
      unasked: await listUnasked(office.db, operator),
      fortnights: await listIn(office, operator, chosen),
    });
  if (why !== undefined && last === undefined)
    throw notDone(
      `The tax authority must be asked first: ${why} If it cannot be, say the last number of each sequence with --pos, --type and --last.`,
    );

  const given: GivenNumber | undefined = last === undefined ? undefined : { number: last, date: lastDate };
  const judged = seen.map(({ sequence, told }) => checkStatement(sequence, told, given, today));
  const refused = judged.flatMap((one) => ("refused" in one ? [one.refused] : []));
  if (refused.length > 0) throw notDone(refused.join("\n"));
  const words = judged.flatMap((one) => ("word" in one ? [one.word] : []));
  const missing = judged.flatMap((one) => ("missing" in one ? one.missing : []));
  const { result, changed } = await confirmOwnSequences(operator, words, missing, { of: chosen, fortnights: unused });
  const unasked = await listUnasked(office.db, operator);
  return describeChange(
    describe(result, [], { missing, unasked, fortnights: await listIn(office, operator, chosen) }),
    changed,
  );
}

/** @throws ApiError 400 for a word that cannot be true */
function refuseUnused(unused: string[], { today, lastDate }: { today: string; lastDate: string | null }): void {
  for (const one of unused) {
    if (one > nameOfFortnight(today)) throw notDone(`The fortnight ${one} has not begun.`);
    if (lastDate !== null && one === nameOfFortnight(lastDate))
      throw notDone(`The last voucher is of the fortnight ${one}, by --last-date.`);
  }
}

/** Into which the missing numbers of these sequences reach. */
async function listIn({ db }: CommandContext, operator: Operator, chosen: OwnSequence[]): Promise<MissingFortnight[]> {
  const all = await listMissingFortnights(db, operator);
  return all.filter((one) =>
    chosen.some(({ posNumber, voucherType }) => posNumber === one.posNumber && voucherType === one.voucherType),
  );
}

/** Asks for the last numbers of these. `why`: the authority could not be asked, and the rest were not tried. */
async function askAll(
  office: CommandContext,
  operator: Operator,
  sequences: OwnSequence[],
): Promise<{ seen: ComparedSequence[]; why: string | undefined }> {
  const seen: ComparedSequence[] = [];
  let why: string | undefined;
  for (const sequence of sequences) {
    const told: AuthorityNumber | undefined =
      why === undefined
        ? await askFor(office, operator, sequence).catch((error: Error) => {
            why = error.message;
            return undefined;
          })
        : undefined;
    seen.push({ sequence, told });
  }
  return { seen, why };
}

async function askFor(
  office: CommandContext,
  operator: Operator,
  { posNumber, voucherType, lastNumber: ours }: OwnSequence,
): Promise<AuthorityNumber> {
  const last = await askIssuer(office, operator, { kind: "lastNumber", posNumber, voucherType });
  if (last.outcome !== "lastNumber") throw new Error("The tax authority did not tell the last number.");
  const { number } = last;
  if (number <= ours) return { number, date: null };
  const found = await askIssuer(office, operator, { kind: "voucher", posNumber, voucherType, number });
  return { number, date: found.outcome === "voucher" ? found.voucher.voucherDate : null };
}

const note =
  "Compare each last number with the last voucher that was printed or sent there. If none is missing here, run the command again with --yes. If some are, say the last number with --pos, --type, --last and --yes.";

interface VerificationReport {
  unasked: UnaskedPoint[];
  fortnights: MissingFortnight[];
  missing?: MissingNumbers[];
  why?: string | undefined;
}

function describe(
  sequences: OwnSequence[],
  seen: ComparedSequence[],
  { unasked, fortnights: of, missing = [], why }: VerificationReport,
): CommandOutput {
  const rows = sequences.map((sequence) => {
    const { posNumber, voucherType, lastNumber, lastDate, verified } = sequence;
    const told = seen.find((one) => one.sequence === sequence)?.told;
    const reported = told?.number ?? null;
    const date = dayCell(lastDate);
    return { "point of sale": posNumber, type: voucherType, lastNumber, lastDate: date, verified, reported };
  });
  const text = [
    drawRows(rows, "No sequence under CAEA is known."),
    ...(why === undefined ? [] : [`The tax authority could not be asked: ${why}`]),
    ...(seen.length > 0 ? [note] : []),
    ...missing.map(tellMissing),
    ...tellFortnights(of),
    ...unasked.map(tellUnasked),
  ].join("\n\n");
  const told = seen.flatMap(({ sequence: { posNumber, voucherType }, told }) =>
    told ? [{ posNumber, voucherType, lastReported: told.number }] : [],
  );
  const json = {
    sequences: sequences.map(({ holes: _, ...sequence }) => sequence),
    ...(told.length > 0 && { told }),
    ...(missing.length > 0 && { missing }),
    ...(of.length > 0 && { missingFortnights: of }),
    ...(unasked.length > 0 && { unasked }),
  };
  return { json, text };
}

const tellUnasked = ({ number, enabled }: UnaskedPoint): string =>
  `Point of sale ${number} was never asked for its last numbers, and keys that the database may have forgotten wait for that: ` +
  `${enabled ? "an issuer asks while the authority answers" : `pos enable ${number}, and an issuer asks`}. ` +
  `If nothing was ever issued there: pos set ${number} --authorization CAE, once it stands in for no other (pos set OTHER --contingency-pos ""). One that has vouchers cannot change: enable it.`;

const tellMissing = ({ posNumber, voucherType, from, to }: MissingNumbers): string =>
  `Point of sale ${posNumber}, type ${voucherType}: of the numbers ${from} to ${to} nothing is known here, and nobody will report them. ` +
  "Keys that may have one of them wait until each is known: reconcile --import adds those that the tax authority has. " +
  "It takes none behind a number that was never reported: report those yourself, or use another point of sale.";
