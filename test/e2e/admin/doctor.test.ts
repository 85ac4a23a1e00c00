import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { commandLine } from "../../support/command-line.js";
import { createDatabase, type TestDatabase } from "../../support/database.js";
import { findFreePort } from "../../support/free-port.js";
import { startMailCatcher } from "../../support/mail-catcher.js";

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

test("whatever is missing is named, and the rest is looked at all the same", async () => {
  const port = await findFreePort();
  const nowhere = `127.0.0.1:${port}`;
  const file = path.join(folder, "a-file");
  writeFileSync(file, "in the way");
  const cases: [Record<string, string>, string[]][] = [
    [{ DATABASE_URL: "" }, ["configuration", "database"]],
    [{ DATABASE_URL: `postgresql://x:y@${nowhere}/z`, REDIS_URL: `redis://${nowhere}` }, ["redis", "database"]],
    [{ SMTP_URL: `smtp://${nowhere}`, MAIL_FROM: "nobody" }, ["configuration", "smtp"]],
    [
      { PDF_STORAGE_URL: `file:${file}`, CHROMIUM_PATH: "/nowhere/chromium", SECRET_KEY: "short" },
      ["configuration", "storage", "chromium"],
    ],
  ];
  for (const [over, expected] of cases) {
    const { exitCode, broken } = await examine(over);
    expect([over, exitCode, broken]).toEqual([over, 3, expected]);
  }
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
