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

const { to } = readGivenOptions();

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

function readGivenOptions() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    explain(error);
  }
}

function explain(error: unknown): never {
  const why = explainFailure(error);
  if (why === undefined) throw error;
  console.error(why);
  process.exit(1);
}

if (to !== undefined) {
  // The roles have rights on tables that only later migrations make.
  const early = await migrate(url, { to }).catch(explain);
  console.log(early.length > 0 ? `Applied: ${early.join(", ")}` : `The database has all migrations up to ${to}.`);
  process.exit(0);
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

function usage(): string {
  return `${migrateCommand("")}

Brings the database of DATABASE_URL to this version, and renews the rights of the roles of the processes. Run it again at any time.

  --to MIGRATION        applies no later ones, and leaves the roles as they are: to load the rows of a database of then
  --version             tells the version
  --help                tells this`;
}

/**
 * Reads the arguments of the command: `to` is the name of the last migration to apply. Asked for help, it tells it and ends the process. What
 * runs before the end of this file stands in functions, because a constant has no value yet.
 * @throws MigrationError on what it does not know
 */
function readOptions(args: string[]): { to?: string | undefined } {
  const { help, to } = parse(args);
  if (!help) return { to };
  console.log(usage());
  process.exit(0);
}

function parse(args: string[]) {
  const options = {
    to: { type: "string" },
    version: { type: "boolean" },
    help: { type: "boolean", short: "h", default: false },
  } as const;
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
function isOfSystem(error: Error): boolean {
  return "syscall" in error || error instanceof AggregateError || /^Connection terminated/.test(error.message);
}

/** `localhost` has several addresses, and each of them a reason. */
function reasonsOf(error: Error): string {
  return error instanceof AggregateError ? error.errors.map((one: Error) => one.message).join("; ") : error.message;
}

/** No such database is a state of its own. Source: PostgreSQL's manual, appendix A. */
function isOfServer(error: Error): boolean {
  return troubleOf(error) !== undefined || (error instanceof pg.DatabaseError && error.code === "3D000");
}
