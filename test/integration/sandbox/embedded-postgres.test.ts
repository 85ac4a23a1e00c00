import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, expect, inject, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { type Postgres, startPostgres } from "../../sandbox/servers/embedded-postgres.js";
import { reachableFolder } from "../../sandbox/servers/readable-folder.js";
import { testOf } from "../../support/groups.js";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-test-"));
  toClose.push(() => rmSync(reachableFolder(folder), { recursive: true, force: true }));
  return path.join(folder, "postgres");
}

async function start(folder: string): Promise<Postgres> {
  const postgres = await startPostgres({ folder });
  toClose.push(postgres.stop, () => rmSync(reachableFolder(folder), { recursive: true, force: true }));
  return postgres;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // A killed server breaks its connections.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test("a server without a folder answers, and leaves no files when it is stopped", async () => {
  const postgres = await startPostgres({ durable: false });
  const [row] = await query(postgres.url, "SELECT current_setting('data_directory') AS folder");
  await postgres.stop();

  await expect(query(postgres.url, "SELECT 1")).rejects.toThrow();
  expect(existsSync(String(row?.folder))).toBe(false);
});

test("the data survives a stop and a kill", async () => {
  const folder = makeFolder();
  const first = await start(folder);
  await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();

  const second = await start(folder);
  await query(second.url, "UPDATE kept SET answer = 43");
  process.kill(second.pid, "SIGKILL");
  await second.exited;

  const third = await start(folder);
  expect(await query(third.url, "SELECT answer FROM kept")).toEqual([{ answer: 43 }]);
});

testOf("sandbox", "a pid file whose pid now belongs to another program does not prevent the start", async () => {
  const folder = makeFolder();
  await (await start(folder)).stop();
  const pidFile = path.join(reachableFolder(folder), "data", "postmaster.pid");
  writeFileSync(pidFile, `${process.pid}\n/elsewhere\n0\n5432\n\n127.0.0.1\n0 0\nready\n`);

  const { url } = await start(folder);
  expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

testOf("sandbox", "an interrupted first start is started over", async () => {
  const folder = makeFolder();
  mkdirSync(path.join(reachableFolder(folder), "unfinished-data"));
  writeFileSync(path.join(reachableFolder(folder), "unfinished-data", "PG_VERSION"), "18\n");

  const { url } = await start(folder);
  expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a second server on the same folder is refused with the first one's pid", async () => {
  const folder = makeFolder();
  const { pid } = await start(folder);
  await expect(startPostgres({ folder })).rejects.toThrow(new RegExp(`already runs in .*${pid}`));
});

test.runIf(process.platform === "linux" && process.arch === "x64")(
  "the tests use the oldest supported PostgreSQL where it is installed, and npm start uses the newest",
  async () => {
    const major = "SELECT current_setting('server_version_num')::int / 10000 AS major";
    const oldest = path.join(projectFolder, "test", "oldest-postgres", "node_modules", "oldest-postgres");
    expect(await query(inject("postgresUrl"), major)).toEqual([{ major: existsSync(oldest) ? 14 : 18 }]);

    const { url } = await start(makeFolder());
    expect(await query(url, major)).toEqual([{ major: 18 }]);
  },
);
