import { z } from "zod";
import { readFailpoints } from "./failpoint.js";

/** What every process needs. `npm start` gives all of it; a deployment sets it itself. */
export const commonConfig = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: "a PostgreSQL URL: postgresql://user:password@host:5432/name",
  }),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "a Redis URL: redis://host:6379" }),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** For tests alone: where this process dies, stands still or fails. */
  FAILPOINT: z
    .string()
    .refine((text) => "points" in readFailpoints(text), {
      error: "point:kill, point:stop, point:pause=ms or point:error",
    })
    .optional(),
});

/** A whole number of at least `min`. */
export const integerFrom = (min: number) => z.coerce.number<string>().int().min(min);

/** 32 bytes in base64: seals private keys and authority tickets at rest. */
export const secretKey = z.string().refine((key) => Buffer.from(key, "base64").length === 32, {
  error: "32 bytes in base64; make one with: openssl rand -base64 32",
});

export const metricsPort = integerFrom(1).max(65_535).optional();

/** Where PDFs and logos are kept: `file:` and a folder, relative to where the process starts or absolute. */
export const storageUrl = z
  .string()
  .regex(/^(file:|s3:\/\/)./, { error: "file:folder or s3://bucket/prefix" })
  .default("file:data/pdf");

/** Every faulty variable with what it should be, one a line. Empty strings count as not set. */
export function readConfig<T extends z.ZodObject>(
  schema: T,
  environment: Record<string, string | undefined>,
): { config: z.output<T> } | { faults: string[] } {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return { config: parsed.data };
  const faults = parsed.error.issues.map((issue) => {
    const name = issue.path.join(".");
    const missing = given[name] === undefined;
    return `${name}: ${missing ? `missing; expected ${expectation(issue.message)}` : issue.message}`;
  });
  return { faults };
}

const expectation = (message: string) => (message.startsWith("Invalid input: expected ") ? message.slice(24) : message);

/** Reads the process's settings once. A bad environment ends the process, naming every faulty variable. */
export function loadConfig<T extends z.ZodObject>(schema: T): z.output<T> {
  const read = readConfig(schema, process.env);
  if ("config" in read) return read.config;
  console.error(`The environment is not usable:\n${read.faults.map((fault) => `  ${fault}`).join("\n")}`);
  process.exit(1);
}
