import { expect, test } from "vitest";
import type { z } from "zod";
import { serviceConfig } from "../../../../api/admin/config.js";
import { apiConfig } from "../../../../api/config.js";
import { issuerConfig } from "../../../../issuer/config.js";
import { mailerConfig } from "../../../../mailer/config.js";
import { rendererConfig } from "../../../../renderer/config.js";
import { readConfig } from "../../../../shared/config/config.js";
import { migrateConfig } from "../../../../shared/db/migrate/config.js";

const key = Buffer.alloc(32).toString("base64");
const needed = {
  DATABASE_URL: "postgresql://localhost/x",
  REDIS_URL: "redis://localhost:6379",
  SECRET_KEY: key,
  SEALING_KEY: key,
  SMTP_URL: "smtp://localhost:25",
  MAIL_FROM: "a@example.com",
};

const faultsOf = (schema: z.ZodObject, given: Record<string, string | undefined>) => {
  const read = readConfig(schema, { ...needed, ...given });
  return "faults" in read ? read.faults : [];
};

test.each<[z.ZodObject, string, string, string]>([
  [apiConfig, "PORT", "99999", "a whole number from 0 to 65535"],
  [apiConfig, "PORT", "-1", "a whole number from 0 to 65535"],
  [apiConfig, "PORT", "x", "a whole number from 0 to 65535"],
  [apiConfig, "INTERNAL_PORT", "1.5", "a whole number from 1 to 65535"],
  [apiConfig, "LOCK_WAIT_MS", "0", "a whole number, at least 1"],
  [apiConfig, "LOCK_WAIT_MS", "1e300", "a whole number, at least 1"],
  [apiConfig, "LOG_LEVEL", "loud", "fatal, error, warn, info, debug, trace or silent"],
  [apiConfig, "APP", "yes", "on, off or only"],
  [apiConfig, "OTEL_TRACES_SAMPLER_ARG", "3", "a number from 0 to 1"],
  [apiConfig, "DATABASE_CONNECTIONS", "x", "a whole number, at least 4"],
  [issuerConfig, "ISSUE_BATCH_MAX", "251", "a whole number from 1 to 250"],
  [mailerConfig, "SMTP_TLS", "x", "required, opportunistic or off"],
])("a setting tells what it should be, in one sentence", (schema, name, value, expected) => {
  expect(faultsOf(schema, { [name]: value })).toEqual([`${name}: ${expected}`]);
});

const schemas = { apiConfig, issuerConfig, rendererConfig, mailerConfig, serviceConfig, migrateConfig };
const checkersWords = /expected (string|number|int|boolean)|Invalid|Too (big|small)|received|NaN/;

test.each(Object.entries(schemas))("no setting of %s is told in the checker's words", (_, schema) => {
  for (const name of Object.keys(schema.shape))
    for (const value of [undefined, "x", "-1", "1.5", "99999999999999999999"])
      for (const fault of faultsOf(schema, { [name]: value })) expect(fault).not.toMatch(checkersWords);
});
