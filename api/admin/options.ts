import { type Command, InvalidArgumentError, Option } from "commander";
import { isFiscalDate, toFiscalDate } from "../../shared/domain/calendar.js";
import { issuerConditions } from "../../shared/domain/issuer-conditions.js";
import type { EnvironmentName } from "../../shared/domain/tenant.js";
import { isDni, notDni, taxIdOf } from "../schemas/digits.js";

/** Adds a verb to a noun. Every verb has `--json`. */
export const addVerb = (noun: Command, usage: string, description: string): Command =>
  noun.command(usage).description(description).option("--json", "print one JSON object and nothing else");

/** Adds a verb that needs `--company`. */
export const addCompanyVerb = (noun: Command, usage: string, description: string): Command =>
  addVerb(noun, usage, description).requiredOption("--company <code>", "the company's code");

export interface CompanyOption {
  company: string;
}

export interface EnvironmentOption {
  env: EnvironmentName;
}

export const environmentOption = () =>
  new Option("--env <environment>", "the environment").choices(["homologation", "production"]).makeOptionMandatory();

/** A verb that needs both. */
export const addTenantVerb = (noun: Command, usage: string, description: string): Command =>
  addCompanyVerb(noun, usage, description).addOption(environmentOption());

/** `--company` or `--all`, and the environment. */
export const addTenantsVerb = (noun: Command, usage: string, description: string): Command =>
  addVerb(noun, usage, description)
    .option("--company <code>", "the company's code")
    .option("--all", "those of every company")
    .addOption(environmentOption());

export interface TenantsOption extends EnvironmentOption {
  company?: string;
  all?: true;
}

/** The company that is asked about; undefined: all of them. */
export function companyOrAll(command: Command, { company, all }: TenantsOption): string | undefined {
  if ((company === undefined) === (all === undefined))
    command.error("error: one of '--company <code>' and '--all' is needed");
  return company;
}

export interface TenantOption extends CompanyOption, EnvironmentOption {}

export const isProduction = ({ env }: EnvironmentOption): boolean => env === "production";

/** A whole number as an argument or an option's value. */
export const wholeNumber = (text: string): number => readWhole(text, 999_999_999);

/** The id of what is born by vouchers. */
export const rowId = (text: string): number => readWhole(text, Number.MAX_SAFE_INTEGER);

function readWhole(text: string, most: number): number {
  if (!/^\d{1,16}$/.test(text) || Number(text) > most) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** A tax id, also as it is printed: 30-71234567-1. Whether it is one is the command's to say. */
export function taxId(text: string): string {
  const digits = taxIdOf(text.trim());
  if (isDni(digits)) throw new InvalidArgumentError(`It ${notDni.en}.`);
  return digits;
}

/** A day, also as the commands print it. */
export function fiscalDate(text: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? toFiscalDate(text) : text;
  if (!isFiscalDate(date)) throw new InvalidArgumentError("It must be a date that exists, as YYYY-MM-DD.");
  return date;
}

/** One more of several: a fortnight, as `202611-1`. */
export function fortnights(text: string, before: string[] = []): string[] {
  if (!/^\d{4}(0[1-9]|1[0-2])-[12]$/.test(text))
    throw new InvalidArgumentError(
      "It must be a fortnight, as 202611-1 for the 1st to the 15th, or 202611-2 for the rest.",
    );
  return [...before, text];
}

/** Source: api/README.md, "Further paths". */
export function taxType(text: string): number {
  const found = issuerConditions.find((condition) => String(condition) === text);
  if (found === undefined) throw new InvalidArgumentError(`Allowed choices are ${issuerConditions.join(", ")}.`);
  return found;
}

export function yesOrNo(text: string): boolean {
  if (text !== "yes" && text !== "no") throw new InvalidArgumentError("Allowed choices are yes, no.");
  return text === "yes";
}

/** An empty text means none: `--state-id ""` clears the province. Commander makes an empty text of null, so it stays one here. */
export const numberOrNone = (text: string): number | "" => (text === "" ? "" : wholeNumber(text));
