import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { type CommandLine, quickCommandLine } from "../../support/processes/command-line.js";
import { readVoucherCsv } from "../../support/readers/read-voucher-csv.js";
import { storeVouchers } from "../../support/samples/stored-vouchers.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

let database: TestDatabase;
let run: CommandLine;
let folder: string;

beforeAll(async () => {
  database = await createDatabase();
  run = quickCommandLine({
    DATABASE_URL: database.url,
    REDIS_URL: inject("redisUrl"),
    SECRET_KEY: Buffer.alloc(32, 5).toString("base64"),
  });
  folder = mkdtempSync(path.join(tmpdir(), "talonario-report-"));
  const { db, close } = openDatabase(database.url, { connections: 1 });
  const company = { code: "tienda", cuit: "20111111112", name: "Tienda", taxType: 1 };
  const { id: companyId } = await db.company.create({ data: company });
  await storeVouchers(
    db,
    ["20260131", "20260228", "20260201", "20260301"].map((date, at) => ({
      id: at + 1,
      companyId,
      production: true,
      pos: 1,
      type: 6,
      number: at + 1,
      date,
      docType: 99,
      docNumber: "0",
      total: "1234.50",
      cae: "86470000000009",
      externalReference: null,
      idempotency: null,
      apiKeyId: null,
      userEmail: null,
      source: "rcel",
      created: "2026-03-02T12:00:00.000Z",
    })),
  );
  await close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

const report = (period: string, out: string, ...more: string[]) =>
  run("report", "vouchers", "--company", "tienda", "--env", "production", "--period", period, "--out", out, ...more);

test("the vouchers of a month are written as CSV, by date, also for a spreadsheet", async () => {
  for (const locale of [undefined, "es-AR"] as const) {
    const out = path.join(folder, `${locale}.csv`);
    const { exitCode, stderr } = await report("202602", out, ...(locale ? ["--locale", locale] : []));
    expect([exitCode, stderr]).toEqual([0, expect.anything()]);
    const lines = readVoucherCsv(readFileSync(out, "utf8"), locale);
    expect(lines.map((line) => [line["voucherDate"], line["totalAmount"], line["cae"]])).toEqual([
      ["20260201", "1234.50", "86470000000009"],
      ["20260228", "1234.50", "86470000000009"],
    ]);
  }
});

test("an impossible month and an unknown locale write nothing", async () => {
  const out = path.join(folder, "none.csv");
  expect((await report("202613", out)).exitCode).not.toBe(0);
  expect((await report("202602", out, "--locale", "fr")).exitCode).not.toBe(0);
  expect(existsSync(out)).toBe(false);
});
