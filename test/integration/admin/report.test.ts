import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeWholeFile } from "../../../api/admin/write-whole-file.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { bookFiles } from "../../../shared/domain/reports/vat-book.js";
import { openForFile } from "../../support/open-for-file.js";
import { quickCommandLine } from "../../support/processes/command-line.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { readZip } from "../../support/readers/zip-files.js";
import { invoiceB, today } from "../../support/samples/invoice.js";

const month = today().slice(0, 6);
const at = ["--company", "demo", "--env", "homologation", "--period", month];

const system = await openForFile(openIssuingApp);
const run = quickCommandLine({ DATABASE_URL: system.deps.config.DATABASE_URL });
const folder = mkdtempSync(path.join(tmpdir(), "talonario-report-"));
beforeAll(async () => {
  for (const _ of [1, 2]) expect((await system.post(invoiceB())).status).toBe(201);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("report vat-book writes the files of the API", async () => {
  const out = path.join(folder, "book.zip");
  const { exitCode, stdout } = await run("report", "vat-book", ...at, "--out", out);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining("2 vouchers of demo")]);
  const response = await system.app.request(`/api/demo/reports/vat-book?period=${month}`, {
    headers: { authorization: `Bearer ${system.keys.keys.test}` },
  });
  const files = await readZip(readFileSync(out));
  expect(files).toEqual(await readZip(new Uint8Array(await response.arrayBuffer())));
  expect(files[bookFiles.vouchers]).toHaveLength(2 * 268);
});

test("report vat-book goes to standard output, byte by byte, and what it says to standard error", async () => {
  const out = path.join(folder, "piped.zip");
  const env = { PATH: process.env.PATH, DATABASE_URL: system.deps.config.DATABASE_URL };
  const command = `"${process.execPath}" dist/api/admin/main.js report vat-book ${at.join(" ")} --out - --json > "${out}"`;
  const { stdout, stderr } = await promisify(execFile)("sh", ["-c", command], { cwd: projectFolder, env });
  expect([stdout, JSON.parse(stderr)]).toEqual([
    "",
    { report: { kind: "vat-book", period: month, vouchers: 2, file: "-" } },
  ]);
  expect((await readZip(readFileSync(out)))[bookFiles.vouchers]).toHaveLength(2 * 268);
});

test("where the command may not write, it says that its caller's shell may", async () => {
  const file = path.join(folder, "none.zip");
  const forbidden = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
  const content = (async function* () {
    yield Buffer.from("begun");
    throw forbidden;
  })();
  await expect(writeWholeFile(file, content)).rejects.toThrow(/EACCES.*Use --out - > FILE/);
  expect(existsSync(file)).toBe(false);
});

test("report iva-simple leaves what stands there alone until every voucher has an activity", async () => {
  const out = path.join(folder, "simple.zip");
  writeFileSync(out, "before");
  const failed = await run("report", "iva-simple", ...at, "--out", out, "--json");
  expect([failed.exitCode, failed.json.error]).toEqual([1, expect.stringContaining("2 vouchers of the period")]);
  expect(readFileSync(out, "utf8")).toBe("before");
  await system.db.company.updateMany({ where: { code: "demo" }, data: { activityCode: "620100" } });
  const written = await run("report", "iva-simple", ...at, "--out", out, "--json");
  expect(written.json).toEqual({ report: { kind: "iva-simple", period: month, vouchers: 2, file: out } });
  expect((await readZip(readFileSync(out)))["IVA_SIMPLE_DEBITO_FISCAL.csv"]).toContain("620100;1;3;5;");
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("an impossible month is wrong usage, and an unknown company an error", async () => {
  const out = ["--out", path.join(folder, "none.zip"), "--json"];
  const env = ["--env", "homologation"];
  expect(await run("report", "vat-book", "--company", "demo", ...env, "--period", "202613", ...out)).toMatchObject({
    exitCode: 2,
  });
  expect(await run("report", "vat-book", "--company", "nobody", ...env, "--period", month, ...out)).toMatchObject({
    exitCode: 1,
  });
});
