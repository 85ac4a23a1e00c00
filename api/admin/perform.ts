import { readEnvironment } from "../../shared/config/config.js";
import type { Actor } from "../../shared/db/company/audit-entries.js";
import { type Company, findCompany } from "../../shared/db/company/companies.js";
import { noticeAtConnect } from "../../shared/db/incarnation/incarnation.js";
import { type Connections, openConnections } from "../../shared/db/pool/connections.js";
import { type Database, openDatabase } from "../../shared/db/pool/database.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { openSealer } from "../../shared/sealing/open-sealer.js";
import type { Sealer } from "../../shared/sealing/sealer.js";
import type { CompanyOperator, Operator } from "../operations/operator.js";
import { type AdminConfig, adminConfig } from "./config.js";
import { notThere } from "./not-done.js";
import { isProduction, type TenantOption } from "./options.js";

/** A command's output: one JSON object for scripts, and the same as text for people. */
export interface CommandOutput {
  json: object;
  text: string;
  exitCode?: number;
  /** Standard output has a file: then the answer goes to standard error. */
  beside?: boolean;
}

/** The answer of a write that may find everything as it should be. */
export const describeChange = ({ json, text }: CommandOutput, changed: boolean): CommandOutput => ({
  json: { ...json, changed },
  text: changed ? text : `${text}\n\nNothing was changed: it was so before.`,
});

/** Everything a command needs for its work. */
export interface CommandContext {
  db: Database;
  /** Connections of `db`. A report has a share of its own. */
  connections: Connections;
  config: AdminConfig;
  /** @throws Error naming the variable when neither SEALING_KEY nor SECRET_KEY is set */
  sealer(): Promise<Sealer>;
  nowMs: number;
  /** The operator's name, for the audit log. */
  operatorName: string;
}

/** Runs a command's work and prints its answer. */
export type RunCommand = (work: (office: CommandContext) => Promise<CommandOutput>) => Promise<void>;

/** Runs a command's work with the database of `DATABASE_URL`, in this operator's name. */
export async function withCommandContext<T>(
  operatorName: string,
  work: (office: CommandContext) => Promise<T>,
): Promise<T> {
  const read = readEnvironment(adminConfig);
  if ("faults" in read) throw new Error(`The environment is not usable: ${read.faults.join("; ")}`);
  const { config } = read;
  const most = config.DATABASE_CONNECTIONS;
  const connections = openConnections(config.DATABASE_URL, { connections: most });
  // One is a report's.
  const { db, close } = openDatabase(connections.share(most - 1, { onConnect: noticeAtConnect }));
  try {
    return await work({ db, connections, config, sealer: () => openSealer(config), nowMs: Date.now(), operatorName });
  } finally {
    await close();
    await connections.close();
  }
}

/** @throws ApiError 404 when there is no such company */
export async function getCompanyByCode({ db }: CommandContext, code: string): Promise<Company> {
  const company = await findCompany(db, code);
  if (!company) throw notThere(`There is no company ${code}.`);
  return company;
}

/** The operator at the command line, acting for a company. */
export async function operatorOf(office: CommandContext, code: string): Promise<CompanyOperator> {
  const { id: companyId } = await getCompanyByCode(office, code);
  return { db: office.db, actor: adminOf(office), companyId };
}

/** The command's operator in one company and environment. */
export const operatorAt = async (office: CommandContext, { company, env }: TenantOption): Promise<Operator> => ({
  ...(await operatorOf(office, company)),
  production: isProduction({ env }),
});

/** The operator at the command line, as the audit log names them. */
export const adminOf = ({ operatorName }: CommandContext): Actor => ({ type: "admin", name: operatorName });

/** Both environments of a company, homologation first. */
export const tenantsOf = ({ id: companyId }: Company): [Tenant, Tenant] => [
  { companyId, production: false },
  { companyId, production: true },
];
