import type { Command } from "commander";
import { type ApiKey, listApiKeys } from "../../../shared/db/company/api-keys.js";
import { scopes } from "../../../shared/db/company/caller.js";
import { type EnvironmentName, environmentName } from "../../../shared/domain/tenant.js";
import { addApiKey, endApiKey } from "../../operations/api-keys.js";
import { newApiKey } from "../../schemas/api-key.js";
import { notThere } from "../not-done.js";
import { addCompanyVerb, addTenantVerb, type CompanyOption, type TenantOption, wholeNumber } from "../options.js";
import {
  type CommandContext,
  describeChange,
  getCompanyByCode,
  operatorAt,
  type RunCommand,
  tenantsOf,
} from "../perform.js";
import { readValues, WrongValue } from "../read-option.js";
import { drawFields, drawRows } from "../table.js";

interface CreateKeyOptions extends TenantOption {
  name: string;
  scopes?: string;
  expires?: string;
}

/** `key create|list|revoke`. */
export function addKeyCommands(program: Command, perform: RunCommand): void {
  const key = program.command("key").description("API keys");

  addTenantVerb(key, "create", "create a key; the full key is shown only this once")
    .option("--name <text>", "the purpose of the key", "Command line")
    .option("--scopes <list>", `comma-separated, of ${scopes.join(", ")}; default: all`)
    .option("--expires <instant>", "from then on the key is refused: 2027-01-31T12:00:00Z; default: never")
    .action((options: CreateKeyOptions) =>
      perform(async (office) => {
        const given = options.scopes?.split(",").map((scope) => scope.trim());
        const { name: named, expires } = options;
        const body = readValues(newApiKey, {
          name: named,
          ...(given && { scopes: given }),
          ...(expires !== undefined && { expires }),
        });
        if (body.expires && body.expires.getTime() <= office.nowMs)
          throw new WrongValue("expires: must be in the future");
        const operator = await operatorAt(office, options);
        const { id, name, prefix, secret, ...made } = await addApiKey(operator, { scopes, ...body });
        const shown = { id, name, env: options.env, prefix, scopes: made.scopes, expires: made.expires, secret };
        return { json: { key: shown }, text: drawFields({ ...shown, scopes: shown.scopes.join(", ") }) };
      }),
    );

  addCompanyVerb(key, "list", "list a company's keys, including revoked and expired ones").action(
    ({ company }: CompanyOption) =>
      perform(async (office) => {
        const keys = await keysOf(office, company);
        const rows = keys.map(({ id, name, env: environment, prefix, created, expires, revoked, ...key }) => {
          return { id, name, environment, prefix, scopes: key.scopes.join(", "), created, expires, revoked };
        });
        return { json: { keys }, text: drawRows(rows, "The company has no keys.") };
      }),
  );

  addCompanyVerb(key, "revoke", "revoke a key; takes effect at once")
    .argument("<id>", "the key's id, as listed", wholeNumber)
    .action((id: number, { company }: CompanyOption) =>
      perform(async (office) => {
        const known = (await keysOf(office, company)).find((each) => each.id === id);
        if (!known) throw notThere(`The company has no API key ${id}.`);
        const { changed } = await endApiKey(await operatorAt(office, { company, env: known.env }), id);
        const keys = (await keysOf(office, company)).filter((each) => each.id === id);
        return describeChange({ json: { keys }, text: `Key ${id} (${known.prefix}...) is revoked.` }, changed);
      }),
    );
}

interface ShownKey extends ApiKey {
  env: EnvironmentName;
}

async function keysOf(office: CommandContext, code: string): Promise<ShownKey[]> {
  const tenants = tenantsOf(await getCompanyByCode(office, code));
  const lists = tenants.map(async (tenant) =>
    (await listApiKeys(office.db, tenant)).map(({ id, name, ...key }) => ({
      id,
      name,
      env: environmentName(tenant.production),
      ...key,
    })),
  );
  return (await Promise.all(lists)).flat();
}
