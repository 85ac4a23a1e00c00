import { Argument, type Command, Option } from "commander";
import {
  listPointsOfSale,
  type PointOfSale,
  type PointOfSaleChanges,
  posAuthorizations,
} from "../../../shared/db/company/points-of-sale.js";
import { pdfLayouts } from "../../../shared/domain/pdf-form.js";
import { type EnvironmentName, environmentName } from "../../../shared/domain/tenant.js";
import { addPointOfSale, changePointOfSale } from "../../operations/points-of-sale.js";
import { newPointOfSale, pointOfSaleChanges } from "../../schemas/point-of-sale.js";
import {
  addCompanyVerb,
  type CompanyOption,
  type EnvironmentOption,
  environmentOption,
  isProduction,
  numberOrNone,
  wholeNumber,
} from "../options.js";
import { type Answer, getCompanyByCode, operatorAt, type Perform, tellChange, tenantsOf } from "../perform.js";
import { readValues } from "../read-option.js";
import { drawFields, drawTable } from "../table.js";

type At = CompanyOption & EnvironmentOption;

interface AddOptions {
  name?: string;
  printedName?: string;
  address?: string;
  exclusive?: boolean;
  activity?: string;
  saleCondition?: string;
  authorization?: string;
  contingencyPos?: number;
  layout?: string;
}

/** The verbs that change a point of sale, and what each changes. */
const changeVerbs: { verb: string; what: string; changes: PointOfSaleChanges }[] = [
  { verb: "enable", what: "allow it to issue", changes: { enabled: true } },
  { verb: "disable", what: "stop it from issuing", changes: { enabled: false } },
  { verb: "exclusive", what: "declare that only this service issues there", changes: { exclusive: true } },
  { verb: "open", what: "declare that other systems may issue there too", changes: { exclusive: false } },
];

/** `pos add|list|enable|disable|exclusive|open|activity|printed-name|sale-condition|optionals|activities|authorization|substitute|layout`. */
export function addPointOfSaleCommands(program: Command, perform: Perform): void {
  const pos = program.command("pos").description("points of sale");

  addCompanyVerb(pos, "add", "add a point of sale; the authority must know it as a web-service point of sale")
    .argument("<number>", "its number at the authority", wholeNumber)
    .addOption(environmentOption())
    .option("--name <text>", "its name, for people")
    .option("--printed-name <text>", "printed on its vouchers above its address")
    .option("--address <text>", "printed on its vouchers")
    .option("--exclusive", "only this service issues there")
    .option("--activity <digits>", "activity of its vouchers, when it is not the company's: 6 digits")
    .option("--sale-condition <text>", "printed on its vouchers that say no other, such as Contado")
    .addOption(
      new Option("--authorization <kind>", "CAEA: it only stands in for others in a contingency").choices(
        posAuthorizations,
      ),
    )
    .option("--contingency-pos <number>", "the point of sale of CAEA that stands in for it", wholeNumber)
    .addOption(new Option("--layout <paper>", "what is printed for the customer (default: a4)").choices(pdfLayouts))
    .action((number: number, { company, env, name, address, exclusive, activity, ...others }: At & AddOptions) =>
      perform(async (office) => {
        const texts = { ...(name && { name }), ...(address && { address }), ...(activity && { activity }) };
        const body = readValues(newPointOfSale, { number, ...texts, ...others, ...(exclusive && { exclusive }) });
        const operator = await operatorAt(office, company, isProduction({ env }));
        return describe(await addPointOfSale(operator, body), env);
      }),
    );

  const change = (number: number, { company, env }: At, values: object) =>
    perform(async (office) => {
      const changes = readValues(pointOfSaleChanges.omit({ number: true }), values);
      const operator = await operatorAt(office, company, isProduction({ env }));
      const { result, changed } = await changePointOfSale(operator, number, changes);
      return tellChange(describe(result, env), changed);
    });

  for (const { verb, what, changes } of changeVerbs) {
    addCompanyVerb(pos, verb, what)
      .argument("<number>", "its number", wholeNumber)
      .addOption(environmentOption())
      .action((number: number, at: At) => change(number, at, changes));
  }

  addCompanyVerb(pos, "activity", "say which activity its vouchers belong to, when it is not the company's")
    .argument("<number>", "its number", wholeNumber)
    .argument("<digits>", "6 digits; an empty text: the company's")
    .addOption(environmentOption())
    .action((number: number, digits: string, at: At) => change(number, at, { activity: digits || null }));

  addCompanyVerb(pos, "printed-name", "say what its vouchers are printed with above its address")
    .argument("<number>", "its number", wholeNumber)
    .argument("<text>", "at most 100 characters; an empty text: none")
    .addOption(environmentOption())
    .action((number: number, text: string, at: At) => change(number, at, { printedName: text || null }));

  addCompanyVerb(pos, "sale-condition", "say which sale condition its vouchers are printed with that say no other")
    .argument("<number>", "its number", wholeNumber)
    .argument("<text>", "at most 40 characters; an empty text: none")
    .addOption(environmentOption())
    .action((number: number, text: string, at: At) => change(number, at, { saleCondition: text || null }));

  addCompanyVerb(pos, "optionals", "say which optional fields its invoices have besides their own")
    .argument("<number>", "its number", wholeNumber)
    .argument("[ID=VALUE...]", "the authority's numbers of them, such as 10=1; none: no field")
    .addOption(environmentOption())
    .action((number: number, given: string[], at: At) => change(number, at, { optionals: given.map(readOptional) }));

  addCompanyVerb(pos, "activities", "say which activities its invoices declare besides their own")
    .argument("<number>", "its number", wholeNumber)
    .argument("[ID...]", "the authority's numbers of them, such as 620100; none: no activity")
    .addOption(environmentOption())
    .action((number: number, ids: string[], at: At) => change(number, at, { activities: ids.map((id) => ({ id })) }));

  addCompanyVerb(pos, "authorization", "say how the authority authorizes what is issued there")
    .argument("<number>", "its number", wholeNumber)
    .addArgument(
      new Argument("<kind>", "CAEA: it only stands in for others in a contingency").choices(posAuthorizations),
    )
    .addOption(environmentOption())
    .action((number: number, authorization: string, at: At) => change(number, at, { authorization }));

  addCompanyVerb(pos, "substitute", "say which point of sale stands in for it in a contingency")
    .argument("<number>", "its number", wholeNumber)
    .argument("<substitute>", "the number of one of CAEA; an empty text: none", numberOrNone)
    .addOption(environmentOption())
    .action((number: number, substitute: number | "", at: At) =>
      change(number, at, { contingencyPos: substitute === "" ? null : substitute }),
    );

  addCompanyVerb(pos, "layout", "say on which paper its vouchers are printed for the customer")
    .argument("<number>", "its number", wholeNumber)
    .addArgument(new Argument("<paper>", "a sheet, or a roll of 80 or 58 mm").choices(pdfLayouts))
    .addOption(environmentOption())
    .action((number: number, layout: string, at: At) => change(number, at, { layout }));

  addCompanyVerb(pos, "list", "list a company's points of sale")
    .addOption(new Option("--env <environment>", "only this environment").choices(["homologation", "production"]))
    .action(({ company, env }: CompanyOption & { env?: EnvironmentName }) =>
      perform(async (office) => {
        const tenants = tenantsOf(await getCompanyByCode(office, company));
        const lists = tenants.map(async (tenant) =>
          (await listPointsOfSale(office.db, tenant)).map((each) => withEnvironment(each, tenant.production)),
        );
        const pointsOfSale = (await Promise.all(lists)).flat().filter((each) => env === undefined || each.env === env);
        const rows = pointsOfSale.map((each) => [
          each.number,
          each.env,
          each.name,
          each.address,
          each.enabled,
          each.exclusive,
          each.hasLogo,
          each.activity,
          each.saleCondition,
          each.authorization,
          each.contingencyPos,
          each.layout,
        ]);
        const headings = [
          "number",
          "environment",
          "name",
          "address",
          "enabled",
          "exclusive",
          "logo",
          "activity",
          "sale condition",
          "authorization",
          "substitute",
          "layout",
        ];
        return { json: { pointsOfSale }, text: drawTable(headings, rows, "The company has no points of sale.") };
      }),
    );
}

/** What has no `=` has no value, and the schema says so. */
function readOptional(given: string): { id: string; value: string } {
  const at = given.indexOf("=");
  return at === -1 ? { id: given, value: "" } : { id: given.slice(0, at), value: given.slice(at + 1) };
}

const withEnvironment = ({ number, ...rest }: PointOfSale, production: boolean) => ({
  number,
  env: environmentName(production),
  ...rest,
});

function describe(pointOfSale: PointOfSale, env: EnvironmentName): Answer {
  const whole = withEnvironment(pointOfSale, env === "production");
  const { additionalDataKeys, optionals, activities } = whole;
  return {
    json: { pointOfSale: whole },
    text: drawFields({
      ...whole,
      additionalDataKeys: additionalDataKeys.map(({ key }) => key).join(", "),
      optionals: (optionals ?? []).map(({ id, value }) => `${id}=${value}`).join(", "),
      activities: (activities ?? []).map(({ id }) => id).join(", "),
    }),
  };
}
