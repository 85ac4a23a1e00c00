import { listCompanies } from "../../shared/db/company/companies.js";
import { type ListedIssuance, listDoubtful, listWithoutVoucher } from "../../shared/db/issuing/open-issuances.js";
import { describeList } from "./describe-issuance.js";
import { isProduction, type TenantsOption } from "./options.js";
import { type CommandContext, type CommandOutput, getCompanyByCode } from "./perform.js";

export interface ListIssuancesOptions extends TenantsOption {
  open?: true;
  limit: number;
}

/** `issuance list`. */
export const listIssuances = (office: CommandContext, options: ListIssuancesOptions): Promise<CommandOutput> =>
  options.company === undefined ? listAll(office, options) : list(office, options.company, options);

async function list(office: CommandContext, code: string, options: ListIssuancesOptions): Promise<CommandOutput> {
  const { open, limit: most } = options;
  const { issuances, isCut } = await listOf(office, await getCompanyByCode(office, code), options, most);
  const none = open ? "No outcome is in doubt." : "Every request made a voucher.";
  return { json: { issuances }, text: describeList(code, issuances, isCut, none) };
}

/** Company by company, up to the limit. */
async function listAll(office: CommandContext, options: ListIssuancesOptions): Promise<CommandOutput> {
  const listed: (ListedIssuance & { company: string })[] = [];
  const texts: string[] = [];
  for (const company of await listCompanies(office.db)) {
    const { issuances, isCut } = await listOf(office, company, options, options.limit - listed.length);
    if (issuances.length === 0) continue;
    const { code } = company;
    texts.push(`${code}\n${describeList(code, issuances, isCut, "")}`);
    listed.push(...issuances.map((one) => ({ company: code, ...one })));
    if (isCut) break;
  }
  const none = options.open ? "No outcome is in doubt." : "Every request made a voucher.";
  return { json: { issuances: listed }, text: texts.join("\n\n") || none };
}

async function listOf(
  office: CommandContext,
  { id: companyId }: { id: number },
  { env, open }: ListIssuancesOptions,
  most: number,
) {
  const listThem = open ? listDoubtful : listWithoutVoucher;
  const found = await listThem(office.db, { companyId, production: isProduction({ env }) }, most + 1);
  return { issuances: found.slice(0, most), isCut: found.length > most };
}
