import { type Command, Option } from "commander";
import { listPointsOfSale, type PointOfSale } from "../../../shared/db/company/points-of-sale.js";
import { type EnvironmentName, environmentName } from "../../../shared/domain/tenant.js";
import { addPointOfSale, changePointOfSale } from "../../operations/points-of-sale.js";
import { newPointOfSale, pointOfSaleChanges } from "../../schemas/point-of-sale.js";
import { addFieldOptions } from "../field-options.js";
import { addCompanyVerb, addTenantVerb, type CompanyOption, type TenantOption, wholeNumber } from "../options.js";
import {
  type CommandOutput,
  describeChange,
  getCompanyByCode,
  operatorAt,
  type RunCommand,
  tenantsOf,
} from "../perform.js";
import { readValues } from "../read-option.js";
import { drawFields, drawTable } from "../table.js";

interface PosFieldOptions {
  /** Given without any, they are cleared. */
  optionals?: string[] | true;
  activities?: string[] | true;
}

/** The fields of `pos add` and `pos set`. */
const withFields = (command: Command): Command =>
  addFieldOptions(
    command,
    newPointOfSale.shape,
    { exclusive: "[yes|no]", activity: "<digits>", optionals: "[ID=VALUE...]", activities: "[ID...]" },
    ["number", "enabled"],
  );

/** The fields as the API takes them: an empty text is null. `--exclusive` alone says yes. */
const toFields = ({ optionals, activities, ...options }: PosFieldOptions) => ({
  ...Object.fromEntries(Object.entries(options).map(([name, value]) => [name, value === "" ? null : value])),
  ...(optionals && { optionals: listOf(optionals).map(readOptional) }),
  ...(activities && { activities: listOf(activities).map((id) => ({ id })) }),
});

const listOf = (given: string[] | true): string[] => (given === true ? [] : given.filter((one) => one !== ""));

/** `pos add|set|enable|disable|list`. */
export function addPointOfSaleCommands(program: Command, perform: RunCommand): void {
  const pos = program.command("pos").description("points of sale");

  withFields(
    addTenantVerb(
      pos,
      "add",
      "add a point of sale; the authority must know it as a web-service point of sale",
    ).argument("<number>", "its number at the authority", wholeNumber),
  ).action((number: number, { company, env, ...fields }: TenantOption & PosFieldOptions) =>
    perform(async (office) => {
      const body = readValues(newPointOfSale, { number, ...toFields(fields) });
      const operator = await operatorAt(office, { company, env });
      return describe(await addPointOfSale(operator, body), env);
    }),
  );

  const change = (number: number, at: TenantOption, values: object) =>
    perform(async (office) => {
      const changes = readValues(pointOfSaleChanges.omit({ number: true }), values);
      const operator = await operatorAt(office, at);
      const { result, changed } = await changePointOfSale(operator, number, changes);
      return describeChange(describe(result, at.env), changed);
    });

  withFields(
    addTenantVerb(pos, "set", "change a point of sale's fields; an empty text clears one").argument(
      "<number>",
      "its number",
      wholeNumber,
    ),
  ).action((number: number, { company, env, ...fields }: TenantOption & PosFieldOptions) =>
    change(number, { company, env }, toFields(fields)),
  );

  for (const [verb, what, enabled] of [
    ["enable", "allow it to issue", true],
    ["disable", "stop it from issuing", false],
  ] as const)
    addTenantVerb(pos, verb, what)
      .argument("<number>", "its number", wholeNumber)
      .action((number: number, at: TenantOption) => change(number, at, { enabled }));

  addCompanyVerb(pos, "list", "list a company's points of sale")
    .addOption(new Option("--env <environment>", "only this environment").choices(["homologation", "production"]))
    .action(({ company, env }: CompanyOption & { env?: EnvironmentName }) =>
      perform(async (office) => {
        const tenants = tenantsOf(await getCompanyByCode(office, company));
        const lists = tenants.map(async (tenant) =>
          (await listPointsOfSale(office.db, tenant)).map((each) => withEnvironment(each, tenant.production)),
        );
        const pointsOfSale = (await Promise.all(lists)).flat().filter((each) => env === undefined || each.env === env);
        const rows = pointsOfSale.map((each) => listed.map(([, field]) => each[field]));
        const headings = listed.map(([heading]) => heading);
        return { json: { pointsOfSale }, text: drawTable(headings, rows, "The company has no points of sale.") };
      }),
    );
}

/** The columns of `pos list`. */
const listed = [
  ["number", "number"],
  ["environment", "env"],
  ["name", "name"],
  ["address", "address"],
  ["enabled", "enabled"],
  ["exclusive", "exclusive"],
  ["logo", "hasLogo"],
  ["activity", "activity"],
  ["sale condition", "saleCondition"],
  ["authorization", "authorization"],
  ["substitute", "contingencyPos"],
  ["layout", "layout"],
] as const;

/** Splits `id=value`. Without `=` the value is empty, and the schema says so. */
function readOptional(given: string): { id: string; value: string } {
  const at = given.indexOf("=");
  return at === -1 ? { id: given, value: "" } : { id: given.slice(0, at), value: given.slice(at + 1) };
}

const withEnvironment = ({ number, ...rest }: PointOfSale, production: boolean) => ({
  number,
  env: environmentName(production),
  ...rest,
});

function describe(pointOfSale: PointOfSale, env: EnvironmentName): CommandOutput {
  const whole = withEnvironment(pointOfSale, env === "production");
  const { additionalDataKeys, optionals, activities } = whole;
  return {
    json: { pointOfSale: whole },
    text: drawFields({
      ...whole,
      legends: whole.legends.map(({ text, on }) => `${text} (${on})`).join("; "),
      additionalDataKeys: additionalDataKeys.map(({ key }) => key).join(", "),
      optionals: (optionals ?? []).map(({ id, value }) => `${id}=${value}`).join(", "),
      activities: (activities ?? []).map(({ id }) => id).join(", "),
    }),
  };
}
