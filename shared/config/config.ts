import { z } from "zod";
import { version } from "../assets/version.js";
import { readFailpoints } from "../failpoints/failpoint.js";
import { addressesOf } from "./database-hosts.js";
import { faultOfRedisUrl, redisUrlForm } from "./redis-url.js";
import { readSecretFiles, secretNames } from "./secret-files.js";
import { expectedOf } from "./setting-words.js";
import { smtpTlsModes } from "./smtp-tls.js";

/** Samplers that OpenTelemetry has without a package of their own. */
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const databaseHosts =
  "a PostgreSQL URL: postgresql://user:password@host:5432/name; of several hosts host:5432,other:5432 and ?target_session_attrs=read-write";

export const databaseUrl = z
  .string({ error: databaseHosts })
  .refine((url) => addressesOf(url) !== undefined, { error: databaseHosts });

const redisUrl = z.string({ error: redisUrlForm }).superRefine((url, context) => {
  const message = faultOfRedisUrl(url);
  if (message) context.addIssue({ code: "custom", message });
});

const fromClone = "npm run -s admin --";

/** How the operator calls the command line where this runs: what is printed can be pasted. */
export const adminCommandName = z.string().default(fromClone);

/** The settings of every process. `npm start` sets them all; a deployment must set them itself. */
export const commonConfig = z.object({
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  ADMIN_COMMAND: adminCommandName,
  /** The collector of traces; without it nothing is traced. OpenTelemetry reads this and its other variables itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "the URL of an OTLP/HTTP collector: http://host:4318" })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number<string>().min(0).max(1).optional(),
  /** How many spans wait for the collector at most. */
  OTEL_BSP_MAX_QUEUE_SIZE: z.coerce.number<string>().int().min(1).default(2_048),
  /** For tests only: the points at which this process dies, stops or fails. */
  FAILPOINT: z
    .string()
    .refine((text) => "points" in readFailpoints(text), {
      error: "point:kill, point:stop, point:pause=ms or point:error",
    })
    .optional(),
});

/** A whole number of at least `min`. */
export const integerFrom = (min: number) => z.coerce.number<string>().int().min(min);

/** `1` or `0`, which is the default. */
export const yesOrNo = z.stringbool({ truthy: ["1"], falsy: ["0"], error: "1 or 0" }).default(false);

const keyOf = (error: string) =>
  z.string({ error }).refine((key) => Buffer.from(key, "base64").length === 32, { error });

/** Opens the stored private keys. Also seals authority tickets. */
export const secretKey = keyOf("32 bytes in base64; make one with: openssl rand -base64 32");

/** The public half of a secret key. Seals private keys, and cannot open them. */
export const sealingKey = keyOf("32 bytes in base64; `secrets public-key` prints them");

/** All connections to PostgreSQL that one process opens. With fewer, what must not wait would have none of its own. */
export const databaseConnections = (byDefault: number) => integerFrom(4).default(byDefault);

/** The most decimals of a tribute's aliquot. The authority's table has two. */
export const aliquotDecimals = z.coerce
  .number<string>()
  .int({ error: "2, 3 or 4" })
  .min(2, { error: "2, 3 or 4" })
  .max(4, { error: "2, 3 or 4" })
  .default(2);

/** Address of this host whose ports are opened. Without it all are, as a container needs. */
export const listenAddress = z
  .union([z.ipv4(), z.ipv6()], { error: "an address of this host, such as 127.0.0.1" })
  .optional();

export const metricsPort = integerFrom(1).max(65_535).optional();

export const smtpUrl = z.url({ protocol: /^smtps?$/, error: "an SMTP URL: smtp://user:password@host:587" });

const origin = "the address of the application without a path: https://facturas.example.com";

/** Where people reach the web application, without a slash at the end. */
export const appUrl = z
  .url({ protocol: /^https?$/, error: origin, abort: true })
  .refine((url) => new URL(url).href === `${new URL(url).origin}/`, { error: origin })
  .transform((url) => new URL(url).origin)
  .optional();

/** How `smtp://` gets its TLS. */
export const smtpTls = z.enum(smtpTlsModes).optional();

const sender = "a sender: Name <address@example.com>";

export const mailFrom = z
  .string({ error: sender })
  .regex(/^[^\p{Cc}]*@[A-Za-z0-9-][A-Za-z0-9.-]*>?$/u, { error: sender });

/** Where PDFs and logos are stored: `file:` with a folder (absolute, or relative to the working directory), or S3. */
export const storageUrl = z
  .string()
  .regex(/^(file:|s3:\/\/)./, { error: "file:folder or s3://bucket/prefix" })
  .default("file:data/pdf");

/** Reads the settings, or lists each faulty variable with what it should be. Empty strings count as not set. A secret may be in `NAME_FILE`. */
export function readConfig<T extends z.ZodObject>(
  schema: T,
  environment: Record<string, string | undefined>,
): { config: z.output<T> } | { faults: string[] } {
  const files = readSecretFiles(
    secretNames.filter((name) => name in schema.shape),
    environment,
  );
  const given = Object.fromEntries(
    Object.entries({ ...environment, ...files.found }).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(given);
  // A number that is no whole one and too large has two issues, and is told once.
  const issues = (parsed.error?.issues ?? []).flatMap((issue) => {
    const name = issue.path.join(".");
    const expected = expectedOf(schema.shape[name]) ?? issue.message;
    if (name in files.faults) return [];
    return [`${name}: ${given[name] === undefined ? `missing; expected ${expected}` : expected}`];
  });
  const faults = [...new Set([...tellUnread(files.faults), ...issues])];
  const reads = (name: string) => name in schema.shape && given[name] !== undefined;
  if (reads("FAILPOINT") && given.NODE_ENV === "production") faults.push(noFailpoint);
  return parsed.success && faults.length === 0 ? { config: parsed.data } : { faults };
}

/** A failpoint kills or stops the process, or switches a safeguard off. */
const noFailpoint = "FAILPOINT: for tests only; unset it, or NODE_ENV=production";

/** With `--version` a process tells its version, and does nothing else. */
function tellVersion(): void {
  if (!process.argv.includes("--version")) return;
  console.log(version);
  process.exit(0);
}

const tellUnread = (faults: Record<string, string>): string[] =>
  Object.entries(faults).map(([name, fault]) => `${name}: ${fault}`);

/** Secrets that no schema has: the client of the storage reads them in the environment by itself. */
const storageSecrets = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];

/** `readConfig` on the environment of this process. */
export function readEnvironment<T extends z.ZodObject>(schema: T): ReturnType<typeof readConfig<T>> {
  const read = readConfig(schema, process.env);
  if (!("PDF_STORAGE_URL" in schema.shape)) return read;
  const { found, faults } = readSecretFiles(storageSecrets, process.env);
  const unread = tellUnread(faults);
  if (unread.length > 0) return { faults: [...("faults" in read ? read.faults : []), ...unread] };
  // Read once: the variable is set then.
  for (const [name, secret] of Object.entries(found)) {
    process.env[name] = secret;
    delete process.env[`${name}_FILE`];
  }
  return read;
}

/** Reads the settings of this process. With a faulty variable, it prints all faults and exits with code 1. */
export function loadConfig<T extends z.ZodObject>(schema: T): z.output<T> {
  tellVersion();
  const read = readEnvironment(schema);
  if ("config" in read) return read.config;
  console.error(`The environment is not usable:\n${read.faults.map((fault) => `  ${fault}`).join("\n")}`);
  process.exit(1);
}

/** Takes a variable that was read, and is needed no longer, out of this process's environment. */
export function forgetSetting(name: string): void {
  delete process.env[name];
}

/** Picks variables of this process's environment, as far as they are set: all that a program which it starts gets to see. */
export const pickEnvironment = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** A command of the operator's command line, as one types it here. */
export const adminCommand = (words: string): string => `${process.env.ADMIN_COMMAND || fromClone} ${words}`;

/** The migration, as one types it here: `talonario migrate`, or beside `admin` where that is one of several programs. */
export function migrateCommand(words = ""): string {
  const admin = process.env.ADMIN_COMMAND || fromClone;
  const beside = admin.replace(/\badmin(?=( --)?$)/, "migrate");
  const command = beside === admin ? `${admin} migrate` : beside;
  return words === "" ? command.replace(/ --$/, "") : `${command} ${words}`;
}
