import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { rowsOf } from "../../../shared/db/sircip/padron-block.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { quickCommandLine } from "../../support/processes/command-line.js";
import { nthCuit } from "../../support/samples/cuit.js";
import { padronFile, padronLine } from "../../support/samples/sircip.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

// The operator's commands of SIRCIP. Source: api/admin/README.md, "SIRCIP".

let database: TestDatabase;
let owner: pg.Client;
let folder: string;
let run: ReturnType<typeof quickCommandLine>;
beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(
    "INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'a', '30712345671', 'A', 1), (2, 'b', '30712345671', 'B', 1)",
  );
  folder = await mkdtemp(path.join(tmpdir(), "sircip-"));
  run = quickCommandLine({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const [one, other, third] = [nthCuit(1), nthCuit(2), nthCuit(3)];

async function fileOf(lines: string[], name = "padron.txt"): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, padronFile(lines));
  return file;
}

async function load(lines: string[], ...options: string[]) {
  return run("sircip", "load", await fileOf(lines), ...options, "--json");
}

/** Files of the test that this process, in which the commands run, holds open. Told by Linux alone. */
async function listOpenFiles(): Promise<string[]> {
  const held = process.platform === "linux" ? await readdir("/proc/self/fd") : [];
  const files = await Promise.all(held.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  return files.filter((file) => file.startsWith(folder));
}

const countRows = async (period: number) => {
  const { rows } = await owner.query("SELECT taxpayers FROM sircip_block WHERE period = $1", [period]);
  return rows.flatMap(({ taxpayers }) => [...rowsOf(taxpayers)]).length;
};

describe("a month of the padrón", () => {
  test("is loaded, listed and shown, and says what changed when it is replaced", async () => {
    expect((await run("sircip", "show", one)).exitCode).toBe(1);
    const first = await load([padronLine({ cuit: one }), padronLine({ cuit: other, name: "Ñandú, Hijos S.A." })]);
    expect([first.exitCode, first.json]).toEqual([
      0,
      { loaded: { period: "202612", rows: 2, added: 2, changed: 0, gone: 0, dropped: [] } },
    ]);
    const second = await load([padronLine({ cuit: other, letter: "A" }), padronLine({ cuit: third })]);
    expect(second.json.loaded).toEqual({ period: "202612", rows: 2, added: 1, changed: 1, gone: 1, dropped: [] });

    expect((await run("sircip", "list", "--json")).json).toEqual({
      periods: [{ period: "202612", rows: 2, loaded: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) }],
    });
    const shown = await run("sircip", "show", other, "--json");
    expect(shown.json).toMatchObject({
      ...{ period: "202612", letter: "A", aliquot: "0", crc: 34, seat: 901, name: "Empresa de prueba" },
      provinces: expect.arrayContaining([{ stateId: 2, jurisdiction: 903, digit: 1, from: null }]),
    });
    expect(shown.json.provinces).toHaveLength(24);
    expect((await run("sircip", "show", one, "--json")).json.error).toContain(
      "is not in the padrón of SIRCIP of 202612",
    );
    const absent = await run("sircip", "show", other, "--period", "202611", "--json");
    expect(absent.json.error).toContain("202611 is not loaded");
  });

  test("is loaded without a wait for an idle machine, where that is asked for", async () => {
    const file = path.join(folder, "now.txt");
    await writeFile(file, padronFile([padronLine({ cuit: one, period: "202610" })]));
    const before = getPriority();
    const loaded = await run("sircip", "load", file, "--now", "--json");
    expect([loaded.exitCode, loaded.json.loaded]).toMatchObject([0, { period: "202610", rows: 1 }]);
    expect(getPriority()).toBe(before);
  });

  test("is loaded from a ZIP with one file", async () => {
    const file = path.join(folder, "padron.zip");
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(padronFile([padronLine({ cuit: one, period: "202611" })])), "PADRON/padron.txt");
    zip.end();
    await new Promise<void>((resolve) => zip.outputStream.pipe(createWriteStream(file)).once("close", resolve));
    const { json } = await run("sircip", "load", file, "--period", "202611", "--json");
    expect(json.loaded).toMatchObject({ period: "202611", rows: 1, added: 1 });
    expect(await listOpenFiles()).toEqual([]);
  });

  test("stays as it was when its file is refused", async () => {
    const before = await countRows(202612);
    const refused = await load([padronLine({ cuit: one }), padronLine({ cuit: other, letter: "Z" })]);
    expect(refused.exitCode).toBe(1);
    expect(refused.json.error).toContain("nothing is changed. Line 3: expected a letter of A to X");
    expect(await listOpenFiles()).toEqual([]);
    expect((await load([padronLine({ cuit: one })], "--period", "202611")).json.error).toContain(
      "expected the month 202611",
    );
    expect((await load([padronLine({ cuit: one })], "--period", "2026-12")).exitCode).toBe(2);
    const rar = path.join(folder, "padron.rar");
    await writeFile(rar, "Rar!\x1a\x07\x01\x00");
    expect((await run("sircip", "load", rar, "--json")).json.error).toContain("Unpack it");
    expect(await countRows(202612)).toBe(before);
    const tables = await owner.query("SELECT FROM pg_class WHERE relname LIKE 'sircip_loading%'");
    expect(tables.rowCount).toBe(0);
  });

  test("is not loaded twice at once, and is read meanwhile", async () => {
    const loading = new pg.Client({ connectionString: database.url });
    await loading.connect();
    await loading.query("BEGIN; SELECT lock_sircip_load()");
    const { exitCode, json } = await load([padronLine({ cuit: one })]);
    expect([exitCode, json.error]).toEqual([1, expect.stringContaining("Another load of the padrón is under way")]);
    expect((await run("sircip", "show", other, "--json")).exitCode).toBe(0);
    await loading.end();
    expect((await load([padronLine({ cuit: one })])).exitCode).toBe(0);
  });

  test("is read while its replacement waits for who reads it long, as a backup does", async () => {
    const backup = new pg.Client({ connectionString: database.url });
    await backup.connect();
    await backup.query("BEGIN; SELECT count(*) FROM sircip_block");
    const loaded = load([padronLine({ cuit: one }), padronLine({ cuit: third })]);
    const waits = async () =>
      (await owner.query("SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted")).rowCount !== 0;
    await waitFor(waits, { message: "the load to wait" });
    await owner.query("SET statement_timeout = 3000");
    expect(await countRows(202612)).toBe(1);
    await owner.query("RESET statement_timeout");
    await backup.end();
    expect((await loaded).json.loaded).toMatchObject({ rows: 2, added: 1 });
    expect(await countRows(202612)).toBe(2);
  });

  test.each(["\\N", "\\.", "A\\tB, \\\\ C"])("keeps a name as it stands in the file: %s", async (name) => {
    expect((await load([padronLine({ cuit: one, name })])).exitCode).toBe(0);
    expect((await run("sircip", "show", one, "--json")).json).toMatchObject({ name });
  });

  test("is kept while it is among the 14 newest", async () => {
    const months = Array.from({ length: 13 }, (_, at) => String(202701 + at > 202712 ? 202801 : 202701 + at));
    let dropped: string[] = [];
    for (const period of months) ({ dropped } = (await load([padronLine({ cuit: one, period })])).json.loaded);
    expect(dropped).toEqual(["202611"]);
    const { periods } = (await run("sircip", "list", "--json")).json;
    expect(periods.map(({ period }: { period: string }) => period)).toEqual([...months.toReversed(), "202612"]);
    expect(await countRows(202611)).toBe(0);
  });
});

test("a province begins on a day that the operator gives, which is audited in each company", async () => {
  const given = await run("sircip", "province", "2", "--from", "2026-12-01", "--as", "ana", "--json");
  expect([given.exitCode, given.json]).toEqual([
    0,
    {
      province: { stateId: 2, jurisdiction: 903, name: "Catamarca", from: "2026-12-01", padron: "adhered" },
      changed: true,
    },
  ]);
  expect((await run("sircip", "province", "2", "--from", "2026-12-01", "--json")).json.changed).toBe(false);
  const { rows } = await owner.query("SELECT * FROM audit_entry WHERE action = 'sircip.province' ORDER BY company_id");
  expect(rows).toMatchObject(
    [1, 2].map((company_id) => ({
      ...{ company_id, production: null, resource_id: "2", actor_type: "admin", actor_name: "ana" },
      ...{ before: { from: null }, after: { from: "2026-12-01" } },
    })),
  );
  const { provinces } = (await run("sircip", "provinces", "--json")).json;
  expect(provinces).toHaveLength(24);
  expect(provinces[0]).toEqual({ stateId: 0, jurisdiction: 901, name: "CABA", from: null, padron: "adhered" });
  await run("sircip", "province", "2", "--from", "never");
  expect((await run("sircip", "provinces")).stdout).toMatch(/Catamarca +never/);
  expect((await run("sircip", "province", "15", "--from", "never")).exitCode).toBe(2);
  expect((await run("sircip", "province", "2", "--from", "2026-02-30")).exitCode).toBe(2);
});
