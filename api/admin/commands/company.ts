import { type Command, Option } from "commander";
import { certificateModes, listCompanies } from "../../../shared/db/company/companies.js";
import { findSubscription } from "../../../shared/db/company/subscriptions.js";
import { addMonths, argentineDay } from "../../../shared/domain/calendar.js";
import type { FcePayment } from "../../../shared/domain/fce.js";
import { changeCompany, openCompany } from "../../operations/companies.js";
import { changePlan } from "../../operations/payments.js";
import { monthlyOfNew } from "../../operations/subscriptions.js";
import { companyChanges, day, newCompany } from "../../schemas/company.js";
import { describeCompany } from "../describe-company.js";
import { addFceOptions, type FceOptions, readFce } from "../fce-options.js";
import { addFieldOptions, tell } from "../field-options.js";
import { getPlan } from "../get-plan.js";
import { addVerb, taxId, taxType, wholeNumber } from "../options.js";
import { adminOf, describeChange, getCompanyByCode, type RunCommand } from "../perform.js";
import { readOption, readValues } from "../read-option.js";
import { drawRows } from "../table.js";

interface CompanyFieldOptions extends FceOptions {
  certificate?: string;
}

interface CreateCompanyOptions extends CompanyFieldOptions {
  cuit: string;
  monthly: number;
  until?: string;
}

/** `company create|list|show|update`. */
export function addCompanyCommands(program: Command, perform: RunCommand): void {
  const company = program.command("company").description("the taxpayers that issue through the service");

  withFields(
    addVerb(company, "create <code>", "create a company; its code is part of every path of the API")
      .requiredOption("--cuit <number>", "tax id: 11 digits", taxId)
      .requiredOption("--name <text>", tell(newCompany.shape.name))
      .requiredOption("--tax-type <code>", tell(newCompany.shape.taxType), taxType)
      .option("--monthly <number>", "vouchers a month", wholeNumber, monthlyOfNew)
      .option("--until <day>", "last day of the subscription, YYYY-MM-DD; default: a month from today"),
  ).action((code: string, { cuit, monthly, until, ...fields }: CreateCompanyOptions) =>
    perform(async (office) => {
      const anchor = argentineDay(office.nowMs);
      const body = readValues(newCompany, {
        ...toFields(fields, null),
        code,
        cuit,
      });
      const subscription = {
        anchor,
        until: until === undefined ? addMonths(anchor, 1) : readOption(day, "--until", until),
        monthlyVouchers: monthly,
      };
      const created = await openCompany(office.db, adminOf(office), body, subscription);
      return describeCompany(office, created);
    }),
  );

  withFields(
    addVerb(company, "update <code>", "change a company's data; an empty text clears a field")
      .option("--name <text>", tell(newCompany.shape.name))
      .option("--tax-type <code>", tell(newCompany.shape.taxType), taxType)
      .option("--plan <code>", "the plan that it pays, and its quota; none: it pays none here"),
  ).action((code: string, { plan, ...fields }: CompanyFieldOptions & { plan?: string }) =>
    perform(async (office) => {
      const { id: companyId, fce } = await getCompanyByCode(office, code);
      const changes = readValues(companyChanges, toFields(fields, fce));
      const operator = { db: office.db, actor: adminOf(office), companyId };
      const priced = plan === undefined || plan === "none" ? null : await getPlan(office, plan);
      const { result, changed } = await changeCompany(operator, changes);
      const isMoved = plan !== undefined && (await changePlan(operator, priced, argentineDay(office.nowMs)));
      return describeChange(await describeCompany(office, result), changed || isMoved);
    }),
  );

  addVerb(company, "list", "list all companies").action(() =>
    perform(async ({ db, nowMs }) => {
      const today = argentineDay(nowMs);
      const companies = await Promise.all(
        (await listCompanies(db)).map(
          async ({ id, code, cuit, name, taxType, vatRounding, certificateMode: certificate, created }) => {
            const until = (await findSubscription(db, id))?.until ?? null;
            const subscription = { until, active: until !== null && until >= today };
            return { code, cuit, name, taxType, vatRounding, certificate, created, subscription };
          },
        ),
      );
      const rows = companies.map(({ code, cuit, name, taxType, certificate, subscription }) => {
        return { code, cuit, name, taxType, certificate, ...subscription };
      });
      return { json: { companies }, text: drawRows(rows, "There is no company yet.") };
    }),
  );

  addVerb(company, "show <code>", "show a company with its subscription and quota").action((code: string) =>
    perform(async (office) => describeCompany(office, await getCompanyByCode(office, code))),
  );
}

const withFields = (command: Command): Command =>
  addFieldOptions(addFceOptions(command), companyChanges.shape, { activityStart: "<day>", activityCode: "<digits>" }, [
    "name",
    "taxType",
    "certificateMode",
  ]).addOption(
    new Option("--certificate <whose>", tell(companyChanges.shape.certificateMode)).choices(certificateModes),
  );

/** The fields of a company that the options give: an empty text clears one. `--json` is none. */
function toFields(
  { fceCbu, fceAlias, fceTransfer, certificate, ...options }: CompanyFieldOptions,
  before: FcePayment | null,
): object {
  const fce = readFce({ fceCbu, fceAlias, fceTransfer }, before);
  const fields = Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (name === "json" ? [] : [[name, value === "" ? null : value]])),
  );
  return {
    ...fields,
    ...(fce !== undefined && { fce }),
    ...(certificate !== undefined && { certificateMode: certificate }),
  };
}
