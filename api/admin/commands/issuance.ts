import { type Command, InvalidArgumentError, Option } from "commander";
import { addAuditEntry } from "../../../shared/db/company/audit-entries.js";
import { type Decision, decisions } from "../../../shared/db/issuer-requests/authority-question.js";
import { findIssuance, type IssuanceDetails, type ListedIssuance } from "../../../shared/db/issuing/open-issuances.js";
import { barKey } from "../../../shared/db/issuing/suspicion.js";
import { environmentName, type Tenant } from "../../../shared/domain/tenant.js";
import type { VoucherName } from "../../../shared/domain/voucher-name.js";
import { askIssuer } from "../ask-issuer.js";
import { conclude, describeIssuance } from "../describe-issuance.js";
import { describeUnclaimed } from "../describe-unclaimed.js";
import { findUnclaimed } from "../find-unclaimed.js";
import { askForEvidence, nothingShown } from "../issuance-evidence.js";
import { describePassed, despiteOption } from "../issuance-words.js";
import { type ListIssuancesOptions, listIssuances } from "../list-issuances.js";
import { notDone, notThere } from "../not-done.js";
import { addCompanyVerb, addTenantsVerb, type CompanyOption, companyOrAll, rowId, wholeNumber } from "../options.js";
import { type CommandContext, type CommandOutput, getCompanyByCode, type RunCommand, tenantsOf } from "../perform.js";
import { reason } from "../reason.js";

type ResolveIssuanceOptions = CompanyOption & {
  because: string;
  unseen?: true;
  bar?: true;
  despite?: VoucherName[];
  number?: number;
  numberPos?: number;
} & {
  [Each in Decision]?: true;
};

const maxListed = 10_000;

/** `issuance list|show|resolve`. Source: api/admin/README.md, "When a person must decide". */
export function addIssuanceCommands(program: Command, perform: RunCommand): void {
  const issuance = program
    .command("issuance")
    .description("issuances without a voucher, and decisions on those in doubt");

  addTenantsVerb(issuance, "list", "list issuances that have no voucher, or none yet; newest first")
    .option("--open", "only those in doubt, oldest first")
    .addOption(new Option("--limit <number>", "the maximum number of rows").argParser(limit).default(200))
    .action((options: ListIssuancesOptions, command: Command) => {
      companyOrAll(command, options);
      return perform((office) => listIssuances(office, options));
    });

  addCompanyVerb(
    issuance,
    "show",
    "show what was sent, what the tax authority has under its number, and the possible decisions",
  )
    .argument("<id>", "the issuance's id, as listed", rowId)
    .action((id: number, { company }: CompanyOption) => perform((office) => show(office, company, id)));

  addCompanyVerb(issuance, "resolve", "decide the outcome of an issuance in doubt")
    .argument("<id>", "the issuance's id, as listed", rowId)
    .option("--adopt", "the voucher found under its number is its own")
    .option("--renumber", "the voucher found is not its own, or there is none: issue under the next number")
    .option("--reject", "there is no voucher, or it is another's, and none is wanted now; its key can be sent again")
    .option(
      "--unseen",
      "you looked at the authority's own pages for what the service cannot: nobody can ask, a number is not shown, there are too many, or some are behind",
    )
    .option("--bar", "with --reject: its key answers 409 for good, because its voucher stands elsewhere")
    .option(
      "--despite <pos-type-number>",
      "with --renumber, --reject, or --adopt --number: this voucher without a key equals the sale, and is certainly another sale's; the one that is adopted: it is certainly no other key's; once for each",
      despiteOption,
    )
    .addOption(
      new Option("--number <number>", "with --adopt: the voucher under this number is its own").argParser(wholeNumber),
    )
    .addOption(
      new Option(
        "--number-pos <number>",
        "with --number: that of this point of sale, under CAEA, where it stands in for the issuance's",
      ).argParser(wholeNumber),
    )
    .requiredOption("--because <text>", "the reason, for the audit log", reason)
    .action((id: number, options: ResolveIssuanceOptions, command: Command) => {
      const [decision, ...others] = decisions.filter((each) => options[each]);
      if (!decision || others.length > 0)
        command.error("error: exactly one of the options '--adopt', '--renumber' and '--reject' is needed");
      if (options.bar && decision !== "reject") command.error("error: the option '--bar' goes with '--reject' alone");
      if (options.despite && (options.bar || (decision === "adopt" && options.number === undefined)))
        command.error(
          "error: the option '--despite <pos-type-number>' goes with '--renumber', '--reject' without '--bar', or '--adopt' with '--number <number>'",
        );
      if (options.number !== undefined && decision !== "adopt")
        command.error("error: the option '--number <number>' goes with '--adopt' alone");
      if (options.numberPos !== undefined && options.number === undefined)
        command.error("error: the option '--number-pos <number>' goes with '--number <number>' alone");
      return perform((office) => resolve(office, options, id, decision));
    });
}

async function show(office: CommandContext, code: string, id: number): Promise<CommandOutput> {
  const tenants = tenantsOf(await getCompanyByCode(office, code));
  const before = await getIssuance(office, tenants, id);
  const asked = isInDoubt(before.issuance) ? await askForEvidence(office, before.tenant, before) : nothingShown;
  // It may have been settled while we asked the authority.
  const { tenant, ...details } = await getIssuance(office, tenants, id);
  const evidence = isInDoubt(details.issuance) ? asked : nothingShown;
  const env = environmentName(tenant.production);
  const unclaimed = await findUnclaimed(office, tenant, details.issuance);
  return {
    json: { issuance: { ...details.issuance, env, ...evidence, ...unclaimed } },
    text: [describeIssuance(code, env, details, evidence), describeUnclaimed(code, details.issuance, unclaimed)]
      .filter((part) => part !== "")
      .join("\n\n"),
  };
}

async function resolve(
  office: CommandContext,
  { company: code, because, unseen, bar, despite, number, numberPos }: ResolveIssuanceOptions,
  id: number,
  decision: Decision,
): Promise<CommandOutput> {
  const tenants = tenantsOf(await getCompanyByCode(office, code));
  const { tenant, ...before } = await getIssuance(office, tenants, id);
  const { pos: posNumber, type: voucherType } = before.issuance;
  const ask = { posNumber, voucherType, issuanceId: id, because, unseen, by: office.operatorName };
  if (number !== undefined) {
    const answer = await askIssuer(office, tenant, { kind: "adoptNumber", ...ask, number, numberPos, despite });
    if (answer.outcome === "notDecided") throw notDone(answer.why);
    return tell(office, tenants, code, id);
  }
  if (!isInDoubt(before.issuance)) {
    if (!bar || !(await barClosedKey(office, tenant, id, because)))
      throw notDone(
        `There is nothing to decide. ${conclude(before)}${bar && isInLine(before.issuance) ? ` ${closeLater}` : ""}`,
      );
    return tell(office, tenants, code, id);
  }
  const answer = await askIssuer(office, tenant, { kind: "decide", ...ask, decision, bar, despite });
  if (answer.outcome === "notDecided") throw notDone(answer.why);
  const passed = answer.outcome === "decided" ? (answer.passed ?? []) : [];
  const { json, text } = await tell(office, tenants, code, id);
  const imported = passed.map(({ number, ...voucher }) => ({ pos: posNumber, type: voucherType, number, ...voucher }));
  return {
    json: { ...json, imported },
    text: [text, describePassed(code, { posNumber, voucherType }, passed)].filter((part) => part !== "").join("\n\n"),
  };
}

async function tell(
  office: CommandContext,
  tenants: readonly Tenant[],
  code: string,
  id: number,
): Promise<CommandOutput> {
  const { tenant, ...after } = await getIssuance(office, tenants, id);
  return {
    json: { issuance: after.issuance },
    text: describeIssuance(code, environmentName(tenant.production), after, nothingShown),
  };
}

/** Closes the key of an issuance that made no voucher here. False when it is not such a key. */
const barClosedKey = (
  { db, operatorName }: CommandContext,
  { companyId, production }: Tenant,
  id: number,
  because: string,
): Promise<boolean> =>
  db.$transaction(async (tx) => {
    if (!(await barKey(tx, { companyId, production }, id))) return false;
    const after = { decision: "reject", because, bar: true };
    const record = { companyId, production, action: "issuance.resolve", resourceId: String(id), after };
    await addAuditEntry(tx, { type: "admin", name: operatorName }, record);
    return true;
  });

type FoundIssuance = IssuanceDetails & { tenant: Tenant };

async function getIssuance({ db }: CommandContext, tenants: readonly Tenant[], id: number): Promise<FoundIssuance> {
  for (const tenant of tenants) {
    const found = await findIssuance(db, tenant, id);
    if (found) return { ...found, tenant };
  }
  throw notThere(`The company has no issuance ${id}.`);
}

const isInLine = ({ state }: ListedIssuance) => state === "queued";
const closeLater =
  "Its key can be closed once it has ended: wait for that, or end an element of a batch with batch cancel.";

const isInDoubt = ({ state, doubt }: ListedIssuance) => state === "submitted" && doubt !== null;

function limit(text: string): number {
  const number = wholeNumber(text);
  if (number < 1 || number > maxListed) throw new InvalidArgumentError(`It must be from 1 to ${maxListed}.`);
  return number;
}
