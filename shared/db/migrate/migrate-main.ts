import { loadConfig } from "../../config/config.js";
import { databaseOf } from "../../config/database-hosts.js";
import { passwordAdvice } from "../../config/password-advice.js";
import { migrateConfig } from "./config.js";
import { createOwner } from "./create-owner.js";
import { createRoles, haveRoles, renewGrants } from "./create-roles.js";
import { explainFailure } from "./explain-failure.js";
import { migrate, newerMigrations } from "./migrate.js";
import { readOptions } from "./options.js";
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
