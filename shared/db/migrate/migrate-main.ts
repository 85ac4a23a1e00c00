import { z } from "zod";
import { commonConfig, loadConfig } from "../../config.js";
import { createRoles, roleName } from "./create-roles.js";
import { migrate } from "./migrate.js";
import { processRoles } from "./process-grants.js";

const password = z.string().min(8, { error: "at least 8 characters" }).optional();

const config = loadConfig(
  z.object({
    DATABASE_URL: commonConfig.shape.DATABASE_URL,
    DATABASE_PASSWORD_API: password,
    DATABASE_PASSWORD_ISSUER: password,
    DATABASE_PASSWORD_RENDERER: password,
    DATABASE_PASSWORD_MAILER: password,
  }),
);
const {
  DATABASE_PASSWORD_API: api,
  DATABASE_PASSWORD_ISSUER: issuer,
  DATABASE_PASSWORD_RENDERER: renderer,
  DATABASE_PASSWORD_MAILER: mailer,
} = config;

const applied = await migrate(config.DATABASE_URL);
console.log(applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`);

if (api && issuer && renderer && mailer) {
  const prefix = await createRoles(config.DATABASE_URL, { api, issuer, renderer, mailer });
  console.log(`Each process has a role: ${processRoles.map((process) => roleName(prefix, process)).join(", ")}`);
} else if (api || issuer || renderer || mailer) {
  console.error(
    "Set the passwords of all four roles or of none: DATABASE_PASSWORD_API, …_ISSUER, …_RENDERER, …_MAILER.",
  );
  process.exit(1);
}
