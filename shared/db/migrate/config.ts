import { z } from "zod";
import { adminCommandName, commonConfig } from "../../config/config.js";

const password = z.string().min(8, { error: "at least 8 characters" }).optional();

/** The settings of the migration command. With the passwords, it makes a role for each process. */
export const migrateConfig = z.object({
  DATABASE_URL: commonConfig.shape.DATABASE_URL,
  ADMIN_COMMAND: adminCommandName,
  DATABASE_PASSWORD_API: password,
  DATABASE_PASSWORD_ISSUER: password,
  DATABASE_PASSWORD_RENDERER: password,
  DATABASE_PASSWORD_MAILER: password,
});
