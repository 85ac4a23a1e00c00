import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findFreePort } from "../../../shared/sandbox/servers/free-port.js";
import { startMailCatcher } from "../../../shared/sandbox/servers/mail-catcher.js";
import { commandLine, succeeding } from "../../support/processes/command-line.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

interface Check {
  name: string;
  ok: boolean;
  detail: string;
  fix?: string;
}

let database: TestDatabase;
let mail: Awaited<ReturnType<typeof startMailCatcher>>;
let folder: string;
let whole: Record<string, string>;

beforeAll(async () => {
  database = await createDatabase();
  mail = await startMailCatcher();
  folder = mkdtempSync(path.join(tmpdir(), "talonario-doctor-"));
  whole = {
    DATABASE_URL: database.url,
    REDIS_URL: inject("redisUrl"),
    SECRET_KEY: Buffer.alloc(32, 5).toString("base64"),
    SMTP_URL: mail.smtpUrl,
    MAIL_FROM: "Facturas <facturas@example.com>",
    PDF_STORAGE_URL: `file:${path.join(folder, "pdf")}`,
    CHROMIUM_PATH: process.execPath,
  };
});
afterAll(async () => {
  await mail.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function examine(
  over: Record<string, string> = {},
): Promise<{ exitCode: number | null; checks: Check[]; broken: string[] }> {
  const { exitCode, json } = await commandLine({ ...whole, ...over })("doctor", "--json");
  const checks = json.checks as Check[];
  for (const { ok, fix } of checks) expect(ok).toBe(fix === undefined);
  return { exitCode, checks, broken: checks.filter(({ ok }) => !ok).map(({ name }) => name) };
}

test("a service that has all it needs is well", async () => {
  const { exitCode, checks, broken } = await examine();
  expect([exitCode, broken]).toEqual([0, []]);
  expect(checks.map(({ name }) => name)).toEqual([
    "configuration",
    "redis",
    "redis memory",
    "storage",
    "smtp",
    "chromium",
    "database",
    "migrations",
    "clock",
    "secret key",
    "certificates",
  ]);
});

interface Broken {
  name: string;
  environment: () => Record<string, string>;
  /** What is wrong, word by word where words matter, and what to do about it: by check, in their order. */
  told: Record<string, [detail: RegExp, fix: RegExp]>;
}

let deadPort: number;
const dead = (protocol: string) => `${protocol}://127.0.0.1:${deadPort}`;
const changed = (url: string, change: (parsed: URL) => void) => {
  const parsed = new URL(url);
  change(parsed);
  return parsed.href;
};
const refused = /refused|ECONNREFUSED|reach/i;
const setThem = /Set these variables/;

const brokenSetUps: Broken[] = [
  {
    name: "no database is named",
    environment: () => ({ DATABASE_URL: "" }),
    told: { configuration: [/DATABASE_URL/, setThem], database: [/DATABASE_URL is not set/, /Set DATABASE_URL/] },
  },
  {
    name: "PostgreSQL does not run",
    environment: () => ({ DATABASE_URL: dead("postgresql") }),
    told: { database: [refused, /Start PostgreSQL, or set DATABASE_URL/] },
  },
  {
    name: "there is no such database",
    environment: () => ({
      DATABASE_URL: changed(database.url, (url) => {
        url.pathname = "/nowhere";
      }),
    }),
    told: { database: [/nowhere/, /right user, password and database/] },
  },
  {
    name: "Redis does not run",
    environment: () => ({ REDIS_URL: dead("redis") }),
    told: { redis: [refused, /Start Redis or Valkey, or set REDIS_URL/] },
  },
  {
    name: "the mail server does not run",
    environment: () => ({ SMTP_URL: dead("smtp") }),
    told: { smtp: [/127\.0\.0\.1:\d+: .*refused/i, /Set SMTP_URL/] },
  },
  {
    name: "the mail server is no mail server",
    environment: () => ({ SMTP_URL: dead("smtp").replace(String(deadPort), new URL(inject("redisUrl")).port) }),
    told: { smtp: [/greeting|greets with/, /Set SMTP_URL/] },
  },
  {
    name: "the sender is no address",
    environment: () => ({ MAIL_FROM: "nobody" }),
    told: { configuration: [/MAIL_FROM/, setThem] },
  },
  {
    name: "SECRET_KEY is too short",
    environment: () => ({ SECRET_KEY: "short" }),
    told: { configuration: [/SECRET_KEY: .*32 bytes/, setThem] },
  },
  {
    name: "PDFs cannot be kept",
    environment: () => {
      const file = path.join(folder, "a-file");
      writeFileSync(file, "in the way");
      return { PDF_STORAGE_URL: `file:${file}` };
    },
    told: { storage: [/a-file/, /Let this user write there, or set PDF_STORAGE_URL/] },
  },
  {
    name: "there is no browser",
    environment: () => ({ CHROMIUM_PATH: "/nowhere/chromium" }),
    told: { chromium: [/\/nowhere\/chromium/, /CHROMIUM_PATH/] },
  },
  {
    name: "the authority's address is none",
    environment: () => ({ TAXAUTH_PRODUCTION_WSFE_URL: "servicios1" }),
    told: { configuration: [/TAXAUTH_PRODUCTION_WSFE_URL/, setThem] },
  },
  {
    name: "several things at once, each of which is told",
    environment: () => ({ DATABASE_URL: dead("postgresql"), REDIS_URL: dead("redis"), CHROMIUM_PATH: "/nowhere" }),
    told: { redis: [refused, /REDIS_URL/], chromium: [/nowhere/, /./], database: [refused, /DATABASE_URL/] },
  },
];

test.each(brokenSetUps)("the doctor names the fault and its fix: $name", async ({ environment, told }) => {
  deadPort = await findFreePort();
  const { exitCode, checks, broken } = await examine(environment());
  expect([exitCode, broken]).toEqual([3, Object.keys(told)]);
  for (const { name, ok, detail, fix } of checks) {
    const [expected, mend] = told[name] ?? [/\S/, /^$/];
    expect([name, ok, detail, fix ?? ""]).toEqual([
      name,
      told[name] === undefined,
      expect.stringMatching(expected),
      expect.stringMatching(mend),
    ]);
  }
});

test("a SECRET_KEY that is not the one that sealed the private keys is told", async () => {
  await using other = await createDatabase();
  const admin = succeeding(commandLine({ ...whole, DATABASE_URL: other.url }));
  await admin(..."company create acme --cuit 30712345671 --tax-type 1 --name ACME".split(" "));
  await admin(..."certificate request --company acme --env homologation --alias acme".split(" "));
  const { exitCode, checks, broken } = await examine({
    DATABASE_URL: other.url,
    SECRET_KEY: Buffer.alloc(32, 6).toString("base64"),
  });
  expect([exitCode, broken]).toEqual([3, ["secret key"]]);
  expect(checks.find(({ name }) => name === "secret key")).toMatchObject({
    detail: "does not open the private keys in the database",
    fix: expect.stringContaining("Set SECRET_KEY to the one they were sealed under."),
  });
});

test("a database without its migrations is told", async () => {
  await using empty = await createEmptyDatabase();
  const { exitCode, checks, broken } = await examine({ DATABASE_URL: empty.url });
  expect([exitCode, broken]).toEqual([3, ["migrations"]]);
  expect(checks.find(({ name }) => name === "migrations")?.fix).toBe("npm run migrate");
});

test("a Redis that may throw jobs away is told", async () => {
  const redis = new Redis(inject("redisUrl"));
  await redis.config("SET", "maxmemory-policy", "allkeys-lru");
  const { exitCode, broken } = await examine().finally(() => redis.config("SET", "maxmemory-policy", "noeviction"));
  redis.disconnect();
  expect([exitCode, broken]).toEqual([3, ["redis memory"]]);
});

async function createEmptyDatabase(): Promise<AsyncDisposable & { url: string }> {
  const name = `empty_${Date.now()}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject("postgresUrl") });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = name;
  return { url: url.href, [Symbol.asyncDispose]: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
}
