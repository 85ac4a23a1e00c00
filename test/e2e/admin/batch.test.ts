import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { type CommandLine, quickCommandLine } from "../../support/processes/command-line.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { csvOf } from "../../support/samples/batch-csv.js";
import { invoiceB } from "../../support/samples/invoice.js";

let system: System;
let run: CommandLine;
let folder: string;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"] });
  run = quickCommandLine({ DATABASE_URL: system.databaseUrl });
  folder = mkdtempSync(path.join(tmpdir(), "talonario-batch-"));
});
afterAll(async () => {
  await system?.[Symbol.asyncDispose]();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};
const csv = (...bodies: object[]) => csvOf(bodies as Record<string, unknown>[], { delimiter: ";", lineEnd: "\r\n" });
const at = ["--company", "demo", "--env", "homologation"];
const refused = () => invoiceB({ items: [{ description: "Todo", quantity: 1, price: 20_000_000, taxType: 5 }] });
const countBatches = async () => (await system.sql<{ count: number }>("SELECT count(*) FROM batch"))[0]?.count;

test("a file is issued, with its failures by line, the results in a file, and exit code 3", async () => {
  const twoRows = invoiceB({ items: [1, 2].map((price) => ({ description: "Té", quantity: 1, price, taxType: 5 })) });
  const [bad, good] = [refused(), invoiceB()];
  const file = write("sales.csv", csv(twoRows, bad, good));
  const out = path.join(folder, "results.csv");
  const { exitCode, stdout } = await run("batch", "issue", file, ...at, "--out", out, "--name", "November");
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/name +November[\s\S]*state +done[\s\S]*issued +2[\s\S]*failed +1/);
  expect(stdout).toMatch(new RegExp(`LINE +KEY[\\s\\S]*\\n +4 +${bad.idempotency} +TAXAUTH_ERROR +\\(10015\\)`));
  const [header, first, second] = readFileSync(out, "utf8").split("\r\n");
  expect([header, first, second]).toEqual([
    "index,idempotency,state,id,voucherNumber,cae,totalAmount,code,error,posNumber,voucherType,waitsFor",
    expect.stringMatching(
      new RegExp(`^0,${twoRows.idempotency},issued,\\d+,\\d+,\\d{14},3\\.00,,,${twoRows.posNumber},6,$`),
    ),
    expect.stringMatching(new RegExp(`^1,${bad.idempotency},failed,,,,,TAXAUTH_ERROR,`)),
  ]);
  const [entry] = await system.sql("SELECT actor_type, after FROM audit_entry WHERE action = 'batch.create'");
  expect(entry).toEqual({ actor_type: "admin", after: { name: "November", total: 3 } });
});

test("a file in JSON is issued, and of what has its voucher nothing is issued again", async () => {
  const invoices = [invoiceB(), invoiceB()];
  const file = write("sales.json", JSON.stringify({ name: "JSON", invoices }));
  const first = await run("batch", "issue", file, ...at, "--json");
  expect([first.exitCode, first.json.batch]).toMatchObject([0, { name: "JSON", state: "done", issued: 2 }]);
  const second = await run("batch", "issue", file, ...at, "--json");
  expect(second.json.results).toEqual(first.json.results);
});

test("standard input is CSV, or JSON when it looks so, and standard output has the results alone", async () => {
  const [bad, good, other] = [refused(), invoiceB(), invoiceB()];
  const piped = (content: string) =>
    new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
      const args = ["dist/api/admin/main.js", "batch", "issue", "-", ...at, "--out", "-", "--json"];
      const env = { PATH: process.env.PATH, DATABASE_URL: system.databaseUrl };
      const child = execFile(process.execPath, args, { cwd: projectFolder, env }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode, stdout, stderr }),
      );
      child.once("error", reject);
      child.stdin?.end(content);
    });
  const { code, stdout, stderr } = await piped(csv(bad, good));
  expect([code, JSON.parse(stderr).batch]).toMatchObject([3, { issued: 1, failed: 1 }]);
  expect(stdout.split("\r\n").map((line) => line.split(",").slice(0, 3))).toEqual([
    ["index", "idempotency", "state"],
    ["0", bad.idempotency, "failed"],
    ["1", good.idempotency, "issued"],
    [""],
  ]);
  const json = await piped(JSON.stringify({ invoices: [other] }));
  expect([json.code, json.stdout]).toEqual([0, expect.stringContaining(`0,${other.idempotency},issued,`)]);
});

test("what is wrong in a file is told line by line, nothing is recorded, and the exit code is 2", async () => {
  const before = await countBatches();
  const [one, other] = [invoiceB(), invoiceB({ posNumber: 77 })];
  const text = csv(one, other).replace(";100;", ";cien;");
  const wrong = await run("batch", "issue", write("wrong.csv", text), ...at);
  expect(wrong.exitCode).toBe(2);
  expect(wrong.stderr).toMatch(/Nothing was recorded/);
  expect(wrong.stderr).toMatch(/line 2: items\.price must be a number/);
  expect(wrong.stderr).toMatch(/line 3: posNumber point of sale 77 does not exist/);
  const dry = await run("batch", "issue", write("good.csv", csv(one)), ...at, "--dry-run", "--json");
  expect([dry.exitCode, dry.json]).toEqual([0, { dryRun: { total: 1, warnings: [], problems: [], notes: [] } }]);
  for (const [name, content] of [
    ["broken.json", "{"],
    ["empty.json", '{"invoices": []}'],
  ] as const)
    expect((await run("batch", "issue", write(name, content), ...at)).exitCode).toBe(2);
  expect((await run("batch", "issue", path.join(folder, "none.csv"), ...at)).exitCode).toBe(1);
  const nowhere = path.join(folder, "no", "such", "folder.csv");
  expect((await run("batch", "issue", write("good.csv", csv(one)), ...at, "--out", nowhere)).exitCode).toBe(1);
  expect(await countBatches()).toBe(before);
});

test("a dry run foresees what issuing would refuse, with the lines, and says exit code 3", async () => {
  const before = await countBatches();
  const wrongDigit = invoiceB({ customer: { ...invoiceB().customer, docType: 80, docNumber: "30710151544" } });
  const [good, bad] = [invoiceB(), refused()];
  const text = csv(good, wrongDigit, bad);
  const dry = await run("batch", "issue", write("dry.csv", text), ...at, "--dry-run", "--json");
  expect(dry.exitCode).toBe(3);
  expect(dry.json.dryRun).toMatchObject({ total: 3, warnings: [] });
  expect(dry.json.dryRun.problems).toMatchObject([
    { index: 1, line: 3, field: "customer.docNumber", code: 10015, message: expect.any(String) },
    { index: 1, line: 3, field: "customer.docNumber", code: 10284 },
    { index: 2, line: 4, field: "customer.docType", code: 10015 },
  ]);
  const told = await run("batch", "issue", write("dry.csv", text), ...at, "--dry-run");
  expect([told.exitCode, told.stdout]).toEqual([
    3,
    expect.stringMatching(/^1 of 3 vouchers can be issued\. Nothing was recorded\.\n\nLINE +KEY/),
  ]);
  expect(told.stdout).toMatch(new RegExp(`\\n +3 +${wrongDigit.idempotency} +10015 +`));
  const json = write("dry.json", JSON.stringify({ invoices: [good, bad] }));
  expect((await run("batch", "issue", json, ...at, "--dry-run", "--lang", "es")).stdout).toMatch(
    /^Se puede emitir 1 de 2 comprobantes\. No se registró nada\.\n\nLUGAR +CLAVE[^\n]*\n +2 /,
  );

  const { exitCode, stdout } = await run("batch", "issue", json, ...at);
  expect([exitCode, stdout]).toEqual([3, expect.stringMatching(/ELEMENT +KEY[^\n]*\n +2 /)]);
  expect((await run("batch", "issue", json, ...at, "--dry-run", "--json")).json.dryRun).toMatchObject({
    problems: [{ index: 1, line: null }],
    notes: [{ index: 0, line: null, field: "idempotency", code: "IDEMPOTENCY_HIT" }],
  });
  expect(await countBatches()).toBe((before ?? 0) + 1);
});

test("a dry run tells what the law says of a line, and refuses nothing for it", async () => {
  const company = { docType: 96, docNumber: "12345678", name: "Librería del Sur", taxType: 4 };
  const tributes = [{ type: 7, baseAmount: 100, aliquot: 1.5, subtotal: 1.6 }];
  const file = write("law.csv", csv(invoiceB(), invoiceB({ customer: company, tributes })));
  const dry = await run("batch", "issue", file, ...at, "--dry-run", "--json");
  expect([dry.exitCode, dry.json.dryRun]).toMatchObject([
    0,
    {
      total: 2,
      warnings: [],
      problems: [],
      notes: [
        {
          line: 3,
          field: "customer.docType",
          code: "RECEIVER_WITHOUT_TAX_ID",
          message: expect.stringContaining("RG 1415"),
        },
        { line: 3, field: "tributes.0.subtotal", code: "TRIBUTE_AMOUNT", message: expect.stringContaining("1.50") },
      ],
    },
  ]);
  const told = await run("batch", "issue", file, ...at, "--dry-run", "--lang", "es");
  expect(told.stdout).toMatch(
    /\n +3 +\S+ +TRIBUTE_AMOUNT +tributes\.0\.subtotal +El importe del tributo 1 no es base × alícuota/,
  );
});

test("a dry run takes the elements in their order: dates that would go back, and a quota that ends within the file", async () => {
  const [later, earlier] = [invoiceB({ posNumber: 2 }), invoiceB({ posNumber: 2 })];
  const day = (back: number) => {
    const at = new Date(Date.now() - 3 * 3_600_000 - back * 86_400_000);
    return at.toISOString().slice(0, 10).replaceAll("-", "");
  };
  const file = write(
    "order.json",
    JSON.stringify({
      invoices: [
        { ...later, voucherDate: day(0) },
        { ...earlier, voucherDate: day(1) },
      ],
    }),
  );
  const dry = async () => (await run("batch", "issue", file, ...at, "--dry-run", "--json")).json.dryRun.problems;
  expect(await dry()).toMatchObject([{ index: 1, field: "voucherDate", code: 10016 }]);
  await system.sql("UPDATE usage_period SET used_production = 100000 + extra - used_homologation - reserved - 1");
  expect(await dry()).toMatchObject([{ index: 1, code: 10016 }]);
  await system.sql("UPDATE usage_period SET used_production = used_production + 1");
  expect(await dry()).toMatchObject(
    [0, 1].map((index) => ({ index, field: null, code: "SUBSCRIPTION_QUOTA_EXCEEDED" })),
  );
  await system.sql("UPDATE usage_period SET used_production = 0");
});

test("a dry run goes on while the subscription is lapsed, and says so of each line; issuing is refused", async () => {
  const file = write("lapsed.csv", csv(invoiceB(), invoiceB()));
  const [before] = await system.sql<{ until: string }>("SELECT until::text FROM subscription LIMIT 1");
  await system.sql("UPDATE subscription SET until = '2020-01-01'");
  const dry = await run("batch", "issue", file, ...at, "--dry-run", "--json");
  const refused = await run("batch", "issue", file, ...at);
  await system.sql("UPDATE subscription SET until = $1", [before?.until]);
  expect([dry.exitCode, dry.json.dryRun]).toMatchObject([
    3,
    { total: 2, problems: [0, 1].map((index) => ({ index, field: null, code: "SUBSCRIPTION_EXPIRED" })) },
  ]);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringMatching(/subscription/)]);
});

test("who asks for Spanish is told everything of a file in Spanish, and codes and keys as they are", async () => {
  const inSpanish = [...at, "--lang", "es"];
  const [bad, good] = [refused(), invoiceB()];
  const wrong = await run("batch", "issue", write("mal.csv", csv(invoiceB({ posNumber: 77 }))), ...inSpanish);
  expect(wrong.exitCode).toBe(2);
  expect(wrong.stderr).toMatch(
    /No se registró nada\. Lo que hay que corregir en .*mal\.csv:\n {2}line 2: posNumber: el punto de venta 77/,
  );
  const dry = await run("batch", "issue", write("bien.csv", csv(good)), ...inSpanish, "--dry-run");
  expect([dry.exitCode, dry.stdout]).toEqual([0, "Se puede emitir 1 comprobante. No se registró nada.\n"]);
  const { exitCode, stdout } = await run("batch", "issue", write("ventas.csv", csv(bad, good)), ...inSpanish);
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/estado +terminado[\s\S]*emitidos +1[\s\S]*fallaron +1/);
  expect(stdout).toMatch(
    new RegExp(`LÍNEA +CLAVE +CÓDIGO +ERROR\\n +2 +${bad.idempotency} +TAXAUTH_ERROR +\\(10015\\) `),
  );
});

test("Ctrl-C ends the waiting and not the batch, which can be listed, shown and cancelled", async () => {
  system.freeze("issuer");
  const file = write("long.csv", csv(invoiceB(), invoiceB()));
  const child = spawn(process.execPath, ["dist/api/admin/main.js", "batch", "issue", file, ...at, "--name", "long"], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, DATABASE_URL: system.databaseUrl },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const closed = once(child, "close");
  await waitFor(async () => /batch \d+: 0 of 2/.test(stderr), { message: "the batch" });
  child.kill("SIGINT");
  expect((await closed)[0]).toBe(130);
  const [, id = ""] = /batch show (\d+) --company demo/.exec(stdout) ?? [];

  const list = await run("batch", "list", ...at, "--json");
  expect(list.json.batches[0]).toMatchObject({ id: Number(id), name: "long", state: "running", pending: 2 });
  const cancel = await run("batch", "cancel", id, "--company", "demo", "--json");
  expect([cancel.exitCode, cancel.json]).toMatchObject([
    0,
    { batch: { state: "cancelled", failed: 2 }, changed: true },
  ]);
  system.thaw("issuer");
  expect((await run("batch", "cancel", id, "--company", "demo")).stdout).toContain("Nothing was changed");
  expect((await run("batch", "show", id, "--company", "demo")).stdout).toMatch(/state +cancelled[\s\S]*CANCELLED/);
  expect((await run("batch", "show", id, "--company", "mono")).exitCode).toBe(1);
});
