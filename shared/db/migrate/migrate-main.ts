import { parseArgs } from "node:util";
import pg from "pg";
import { loadConfig, migrateCommand } from "../../config/config.js";
import { databaseOf } from "../../config/database-hosts.js";
import { passwordAdvice } from "../../config/password-advice.js";
import { troubleOf } from "../pool/database-trouble.js";
import { NotOwnerError } from "./alone.js";
import { migrateConfig } from "./config.js";
import { createOwner } from "./create-owner.js";
import { createRoles, haveRoles, renewGrants } from "./create-roles.js";
import { MigrationError, migrate, newerMigrations } from "./migrate.js";
import { processRoles } from "./process-grants.js";
import { ownerName, roleName } from "./set-grants.js";

process.title = "talonario-migrate";

try {
  readOptions(process.argv.slice(2));
} catch (error) {
  explain(error);
}

const {
  DATABASE_URL: url,
  DATABASE_PASSWORD_API: api,
  DATABASE_PASSWORD_ISSUER: issuer,
  DATABASE_PASSWORD_RENDERER: renderer,
  DATABASE_PASSWORD_MAILER: mailer,
} = loadConfig(migrateConfig);

const passwords = api && issuer && renderer && mailer ? { api, issuer, renderer, mailer } : undefined;
if (!passwords && (api || issuer || renderer || mailer)) {
  console.error("Set DATABASE_PASSWORD_API, …_ISSUER, …_RENDERER and …_MAILER, or none of them.");
  process.exit(1);
}

function explain(error: unknown): never {
  const why = explainFailure(error);
  if (why === undefined) throw error;
  console.error(why);
  process.exit(1);
}

if (passwords || (await haveRoles(url).catch(explain))) {
  for (const { from, objects } of await createOwner(url).catch(explain))
    console.log(
      `${objects} tables, functions and other objects of ${from} belong to ${ownerName(databaseOf(url))} now.`,
    );
}
const applied = await migrate(url).catch(explain);
const newer = await newerMigrations(url).catch(explain);
if (applied.length > 0) console.log(`Applied: ${applied.join(", ")}`);
else if (newer.length === 0) console.log("The database is up to date.");
if (newer.length > 0) {
  // Processes of the newer version may run beside this one's, and need what it gave their roles.
  console.log(
    `A newer version has migrated this database: ${newer.join(", ")}. The roles of the processes are left as they are.`,
  );
} else if (passwords) {
  for (const process of processRoles) {
    const problem = passwordAdvice(passwords[process]);
    if (problem) console.warn(`Warning: DATABASE_PASSWORD_${process.toUpperCase()} ${problem}`);
  }
  const prefix = await createRoles(url, passwords, databaseOf(url), console.warn).catch(explain);
  console.log(`Each process has its role: ${processRoles.map((process) => roleName(prefix, process)).join(", ")}`);
} else if (await renewGrants(url, databaseOf(url), console.warn).catch(explain))
  console.log("The roles of the processes may do what they should, and no more.");

const usage = () => `${migrateCommand("")}

Brings the database of DATABASE_URL to this version, and renews the rights of the roles of the processes. Run it again at any time.

  --version             tells the version
  --help                tells this`;

/**
 * Reads the arguments of the command. Asked for help, it tells it and ends the process.
 * @throws MigrationError on what it does not know
 */
function readOptions(args: string[]): void {
  if (!parse(args).help) return;
  console.log(usage());
  process.exit(0);
}

function parse(args: string[]) {
  const options = { version: { type: "boolean" }, help: { type: "boolean", short: "h", default: false } } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new MigrationError(`${(error as Error).message}\n\n${usage()}`);
  }
}

/**
 * Explains what the operator can mend, in one line. Undefined for every other error, which is a fault of ours: then the place in the code
 * is what is needed.
 */
function explainFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ([MigrationError, NotOwnerError].some((known) => error instanceof known)) return error.message;
  if (isOfSystem(error))
    return `PostgreSQL cannot be reached: ${reasonsOf(error)}. Look at DATABASE_URL, and whether PostgreSQL runs.`;
  if (!isOfServer(error)) return undefined;
  return `PostgreSQL refuses what DATABASE_URL asks for: ${error.message}. Look at its user, password and database.`;
}

/** A connection that could not be made, or broke. */
const isOfSystem = (error: Error) =>
  "syscall" in error || error instanceof AggregateError || /^Connection terminated/.test(error.message);

/** `localhost` has several addresses, and each of them a reason. */
const reasonsOf = (error: Error) =>
  error instanceof AggregateError ? error.errors.map((one: Error) => one.message).join("; ") : error.message;

/** No such database is a state of its own. Source: PostgreSQL's manual, appendix A. */
const isOfServer = (error: Error) =>
  troubleOf(error) !== undefined || (error instanceof pg.DatabaseError && error.code === "3D000");
