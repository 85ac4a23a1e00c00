import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { publishSealingKeys } from "../../../shared/db/company/sealing-keys.js";
import {
  deregisterProcess,
  neededKinds,
  type ProcessKind,
  recordHeartbeat,
} from "../../../shared/db/incarnation/serving-processes.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { createOpener } from "../../../shared/sealing/opener.js";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { findChromium } from "../../sandbox/servers/chromium.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { startMailCatcher } from "../../sandbox/servers/mail-catcher.js";
import { type CommandLine, commandLine, commandLineInside, succeeding } from "../../support/processes/command-line.js";
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
  served.add(database.url);
  mail = await startMailCatcher();
  folder = mkdtempSync(path.join(tmpdir(), "talonario-doctor-"));
  whole = {
    DATABASE_URL: database.url,
    REDIS_URL: inject("redisUrl"),
    SECRET_KEY: Buffer.alloc(32, 5).toString("base64"),
    SMTP_URL: mail.smtpUrl,
    MAIL_FROM: "Facturas <facturas@example.com>",
    PDF_STORAGE_URL: `file:${path.join(folder, "pdf")}`,
    CHROMIUM_PATH: quickBrowser(),
  };
});
/** Starts as a browser does, in no time: most of these tests are of something else. */
function quickBrowser(): string {
  const file = path.join(folder, "browser");
  writeFileSync(file, "#!/bin/sh\necho started >&4\nexec sleep 60\n", { mode: 0o755 });
  chmodSync(folder, 0o755);
  return file;
}
afterAll(async () => {
  await mail.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Databases whose processes serve. */
const served = new Set<string>();

async function serve(url: string, kinds: readonly ProcessKind[] = neededKinds): Promise<void> {
  const { db, close } = openDatabase(url, { connections: 1 });
  for (const kind of kinds) await recordHeartbeat(db, { id: randomUUID(), kind, version: "1.2.3", clockAheadMs: 0 });
  await close();
}

/** A process loads for a second what it then runs for milliseconds: only where all is well, and where most is broken, is it one. */
async function examine(
  over: Record<string, string> = {},
  open: (environment: Record<string, string>) => CommandLine = commandLineInside,
): Promise<{ exitCode: number | null; checks: Check[]; broken: string[] }> {
  const environment = { ...whole, ...over };
  if (served.has(environment.DATABASE_URL ?? "")) await serve(environment.DATABASE_URL ?? "");
  const { exitCode, json } = await open(environment)("doctor", "--json");
  const checks = json.checks as Check[];
  for (const { ok, fix } of checks) expect(ok).toBe(fix === undefined);
  return { exitCode, checks, broken: checks.filter(({ ok }) => !ok).map(({ name }) => name) };
}

test("the doctor says that mails to people wait, once there are people, until APP_URL is set", async () => {
  const { db, close } = openDatabase(database.url, { connections: 1 });
  await db.person.create({ data: { email: "ana@example.com" } });
  const { exitCode, checks, broken } = await examine();
  expect([exitCode, broken]).toEqual([3, ["people"]]);
  expect(checks.find(({ name }) => name === "people")?.fix).toMatch(/Set APP_URL/);
  expect((await examine({ APP_URL: "https://facturas.example.com" })).broken).toEqual([]);
  await db.person.deleteMany();
  await close();
});

test("the doctor says which process's host has a clock that is off", async () => {
  const { db, close } = openDatabase(database.url, { connections: 1 });
  const id = randomUUID();
  await recordHeartbeat(db, { id, kind: "issuer", version: "1.2.3", clockAheadMs: 20 * 60_000 });
  const { checks, broken } = await examine();
  expect(broken).toEqual(["clock"]);
  expect(checks.find(({ name }) => name === "clock")).toMatchObject({
    detail: expect.stringMatching(/; the clock of a host with issuer is 1200 s ahead of the database's$/),
    fix: expect.stringMatching(/NTP/),
  });
  await deregisterProcess(db, id);
  await close();
});

test("the doctor says that Chromium prints without its sandbox", async () => {
  const { checks } = await examine({ CHROMIUM_NO_SANDBOX: "1" });
  expect(checks.find(({ name }) => name === "chromium")?.detail).toMatch(
    /without its sandbox \(CHROMIUM_NO_SANDBOX\), made \d+ days? ago/,
  );
});

test("a complete set-up passes all checks", async () => {
  const { executablePath, env } = await findChromium();
  const { exitCode, checks, broken } = await examine({ CHROMIUM_PATH: executablePath, ...env }, commandLine);
  expect([exitCode, broken]).toEqual([0, []]);
  expect(checks.map(({ name }) => name)).toEqual([
    "configuration",
    "redis",
    "redis memory",
    "storage",
    "smtp",
    "chromium",
    "database",
    "connections",
    "migrations",
    "clock",
    "grants",
    "api",
    "issuer",
    "renderer",
    "mailer",
    "sealing key",
    "secret key",
    "dated rules",
    "certificates",
  ]);
});

interface Broken {
  name: string;
  environment: () => Record<string, string>;
  isProcess?: true;
  /** The expected failures by check, in order: their detail and the advice. */
  failures: Record<string, [detail: RegExp, fix: RegExp]>;
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
    failures: { configuration: [/DATABASE_URL/, setThem], database: [/DATABASE_URL is not set/, /Set DATABASE_URL/] },
  },
  {
    name: "PostgreSQL does not run",
    environment: () => ({ DATABASE_URL: dead("postgresql") }),
    failures: { database: [refused, /Start PostgreSQL, or set DATABASE_URL/] },
  },
  {
    name: "there is no such database",
    environment: () => ({
      DATABASE_URL: changed(database.url, (url) => {
        url.pathname = "/nowhere";
      }),
    }),
    failures: { database: [/nowhere/, /right user, password and database/] },
  },
  {
    name: "Redis does not run",
    environment: () => ({ REDIS_URL: dead("redis") }),
    failures: { redis: [refused, /Start Redis or Valkey, or set REDIS_URL/] },
  },
  {
    name: "the mail server does not run",
    environment: () => ({ SMTP_URL: dead("smtp") }),
    failures: { smtp: [/127\.0\.0\.1:\d+: .*refused/i, /Set SMTP_URL/] },
  },
  {
    name: "the mail server does not speak SMTP",
    environment: () => ({ SMTP_URL: dead("smtp").replace(String(deadPort), new URL(inject("redisUrl")).port) }),
    failures: { smtp: [/greeting|greets with/, /Set SMTP_URL/] },
  },
  {
    name: "the sender is not an address",
    environment: () => ({ MAIL_FROM: "nobody" }),
    failures: { configuration: [/MAIL_FROM/, setThem] },
  },
  {
    name: "SECRET_KEY is too short",
    environment: () => ({ SECRET_KEY: "short" }),
    failures: { configuration: [/SECRET_KEY: .*32 bytes/, setThem] },
  },
  {
    name: "there is no key at all",
    environment: () => ({ SECRET_KEY: "" }),
    failures: { configuration: [/SEALING_KEY: missing; expected .*; or SECRET_KEY itself$/, setThem] },
  },
  {
    name: "SEALING_KEY is not of SECRET_KEY",
    environment: () => ({ SEALING_KEY: Buffer.alloc(32, 7).toString("base64") }),
    failures: {
      "sealing key": [/^SEALING_KEY is the key \w+, and SECRET_KEY is that of \w+$/, /secrets public-key` prints/],
    },
  },
  {
    name: "PDFs cannot be stored",
    environment: () => {
      const file = path.join(folder, "a-file");
      writeFileSync(file, "in the way");
      return { PDF_STORAGE_URL: `file:${file}` };
    },
    failures: { storage: [/a-file/, /Let the service's user write there, or set PDF_STORAGE_URL/] },
  },
  {
    name: "there is no browser",
    environment: () => ({ CHROMIUM_PATH: "/nowhere/chromium" }),
    failures: { chromium: [/\/nowhere\/chromium/, /CHROMIUM_PATH/] },
  },
  {
    name: "the browser does not start",
    environment: () => ({ CHROMIUM_PATH: process.execPath }),
    failures: { chromium: [/does not start: .*bad option/, /CHROMIUM_PATH/] },
  },
  {
    name: "the authority's address is not a URL",
    environment: () => ({ TAXAUTH_PRODUCTION_WSFE_URL: "servicios1" }),
    failures: { configuration: [/TAXAUTH_PRODUCTION_WSFE_URL/, setThem] },
  },
  {
    name: "several faults at once",
    isProcess: true,
    environment: () => ({ DATABASE_URL: dead("postgresql"), REDIS_URL: dead("redis"), CHROMIUM_PATH: "/nowhere" }),
    failures: { redis: [refused, /REDIS_URL/], chromium: [/nowhere/, /./], database: [refused, /DATABASE_URL/] },
  },
];

test.each(brokenSetUps)(
  "the doctor names the fault and its fix: $name",
  async ({ environment, isProcess, failures }) => {
    deadPort = await findFreePort();
    const { exitCode, checks, broken } = await examine(environment(), isProcess ? commandLine : commandLineInside);
    expect([exitCode, broken]).toEqual([3, Object.keys(failures)]);
    for (const { name, ok, detail, fix } of checks) {
      const [expected, mend] = failures[name] ?? [/\S/, /^$/];
      expect([name, ok, detail, fix ?? ""]).toEqual([
        name,
        failures[name] === undefined,
        expect.stringMatching(expected),
        expect.stringMatching(mend),
      ]);
    }
  },
);

test("the doctor reports a SECRET_KEY that did not seal the private keys", async () => {
  await using other = await createDatabase();
  served.add(other.url);
  const admin = succeeding(commandLineInside({ ...whole, DATABASE_URL: other.url }));
  await admin(..."company create acme --cuit 30712345671 --tax-type 1 --name ACME".split(" "));
  await admin(..."certificate request --company acme --env homologation --alias acme".split(" "));
  const { exitCode, checks, broken } = await examine({
    DATABASE_URL: other.url,
    SECRET_KEY: Buffer.alloc(32, 6).toString("base64"),
  });
  expect([exitCode, broken]).toEqual([3, ["secret key"]]);
  expect(checks.find(({ name }) => name === "secret key")).toMatchObject({
    detail: expect.stringMatching(
      /^does not open 1 of 1 private keys; that of certificate 1 is sealed to the key \w{16}, and SECRET_KEY is that of \w{16}/,
    ),
    fix: expect.stringContaining("Set SECRET_KEY to the one they were sealed under"),
  });
});

test("the doctor reports a SEALING_KEY whose private keys the running issuers cannot open", async () => {
  await using other = await createDatabase();
  served.add(other.url);
  const { db, close } = openDatabase(other.url, { connections: 1 });
  const issuers = await createOpener(Buffer.alloc(32, 6).toString("base64"));
  await publishSealingKeys(db, issuers.publicKeys).finally(close);
  const at = { DATABASE_URL: other.url, SECRET_KEY: "" };
  const [{ publicKey = "" } = {}] = issuers.publicKeys;
  const wrong = await examine({ ...at, SEALING_KEY: await publicKeyOf(whole.SECRET_KEY ?? "") });
  expect([wrong.exitCode, wrong.broken]).toEqual([3, ["sealing key"]]);
  expect(wrong.checks.find(({ name }) => name === "sealing key")).toMatchObject({
    detail: expect.stringMatching(/are sealed to the key \w{16}, and the running issuers open \w{16}$/),
    fix: expect.stringContaining("Set SEALING_KEY to"),
  });
  expect((await examine({ ...at, SEALING_KEY: publicKey })).broken).toEqual([]);
});

test("the doctor fails without a process of each kind, and says of each how many serve, since when and which version", async () => {
  await using other = await createDatabase();
  const at = { DATABASE_URL: other.url };
  const nobody = await examine(at);
  expect([nobody.exitCode, nobody.broken]).toEqual([3, [...neededKinds]]);
  expect(nobody.checks.find(({ name }) => name === "issuer")).toMatchObject({
    detail: "none gives a sign of life",
    fix: expect.stringContaining("Start one"),
  });
  // What the issuers told of their keys stands for minutes after the last of them has ended.
  const { db, close } = openDatabase(other.url, { connections: 1 });
  await publishSealingKeys(db, (await createOpener(whole.SECRET_KEY ?? "")).publicKeys);
  const sealingKey = async () => (await examine(at)).checks.find(({ name }) => name === "sealing key")?.detail;
  expect(await sealingKey()).toMatch(/no issuer runs to compare it with$/);

  await serve(other.url, ["api", "issuer", "issuer", "mailer", "app"]);
  const some = await examine(at);
  expect(some.broken).toEqual(["renderer"]);
  const detailOf = (kind: string) => some.checks.find(({ name }) => name === kind)?.detail;
  expect(detailOf("api")).toMatch(/^1 serves, since \d{4}-\d\d-\d\dT[\d:]{8}Z, version 1\.2\.3$/);
  expect(detailOf("issuer")).toMatch(/^2 serve, the first since .*, version 1\.2\.3$/);
  expect(detailOf("app")).toMatch(/^1 serves/);
  expect(await sealingKey()).toMatch(/which the issuers open$/);

  await db.$executeRaw`UPDATE serving_process SET last_heartbeat_at = now() - interval '31 seconds' WHERE kind = 'issuer'`;
  await close();
  expect((await examine(at)).broken).toEqual(["issuer", "renderer"]);
});

test("the doctor leaves nothing in the storage, and says as whom it looked", async () => {
  const isRoot = process.getuid?.() === 0;
  const absent = path.join(folder, "not", "yet");
  const first = await examine({ PDF_STORAGE_URL: `file:${absent}` });
  expect(first.broken).toEqual([]);
  expect(existsSync(path.join(folder, "not"))).toBe(false);

  const present = path.join(folder, "present");
  mkdirSync(present, { mode: 0o750 });
  const { checks, broken } = await examine({ PDF_STORAGE_URL: `file:${present}` });
  expect([broken, readdirSync(present)]).toEqual([[], []]);
  const detail = checks.find(({ name }) => name === "storage")?.detail ?? "";
  expect(detail).toMatch(isRoot ? /, as root; whether the service's user may write there, / : /, as \S+$/);

  chmodSync(present, 0o755);
  const open = await examine({ PDF_STORAGE_URL: `file:${present}` });
  expect([open.broken, open.checks.find(({ name }) => name === "storage")]).toMatchObject([
    ["storage"],
    { detail: expect.stringContaining("every user of this host"), fix: `chmod o= ${present}` },
  ]);
});

test("the doctor reports a database without its migrations", async () => {
  await using empty = await createEmptyDatabase();
  const { exitCode, checks, broken } = await examine({ DATABASE_URL: empty.url });
  expect([exitCode, broken]).toEqual([3, ["migrations"]]);
  expect(checks.find(({ name }) => name === "migrations")?.fix).toBe("npm run -s migrate");
});

test("the doctor reports a Redis that may evict jobs", async () => {
  const redis = new Redis(inject("redisUrl"));
  await redis.config("SET", "maxmemory-policy", "allkeys-lru");
  const { exitCode, broken } = await examine().finally(() => redis.config("SET", "maxmemory-policy", "noeviction"));
  redis.disconnect();
  expect([exitCode, broken]).toEqual([3, ["redis memory"]]);
});

test("the doctor reports a Redis that takes no writes", async () => {
  const server = await startRedis();
  const redis = new Redis(server.url);
  await redis.config("SET", "maxmemory", "1");
  const { exitCode, checks, broken } = await examine({ REDIS_URL: server.url });
  redis.disconnect();
  await server.stop();
  expect([exitCode, broken]).toEqual([3, ["redis"]]);
  expect(checks.find(({ name }) => name === "redis")?.detail).toMatch(/^it takes no writes: OOM/);
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
