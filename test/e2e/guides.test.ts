import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPadron } from "../../api/admin/sircip/read-padron.js";
import { type CodeLanguage, guideNames, languageNames, languages } from "../../api/docs/read-guide.js";
import { readAsset } from "../../shared/assets/assets.js";
import { loadPadron } from "../../shared/db/sircip/load-padron.js";
import { makePadron } from "../sandbox/made-padron.js";
import { waitFor } from "../sandbox/wait-for.js";
import { fromGroup } from "../support/groups.js";
import { type System, startSystem } from "../support/processes/system.js";
import { openLonePage } from "../support/readers/open-page.js";
import { canRun, runExample } from "../support/readers/run-example.js";
import { schoolOptionals } from "../support/samples/further-data.js";
import { invoiceA, invoiceB, today } from "../support/samples/invoice.js";
import { startForgetfulProxy } from "../support/servers/forgetful-proxy.js";

// Node runs TypeScript on every machine.
const tried = fromGroup("guides", languageNames, (one) => one === "typescript");
const runnable = tried.filter(canRun);
const namesOf = (some: CodeLanguage[]) => some.map((one) => languages[one].title).join(", ") || "none";

let system: System;
let folder: string;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer", "renderer"] });
  folder = mkdtempSync(path.join(tmpdir(), "talonario-guides-"));
});
afterAll(async () => {
  const missing = tried.filter((one) => !runnable.includes(one));
  console.log(`Examples of the guides: ran ${namesOf(runnable)}; not on this machine: ${namesOf(missing)}.`);
  await system?.[Symbol.asyncDispose]();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

interface Listed {
  id: number;
  cae: string;
  voucherNumber: number;
}
const vouchersOf = async (sale: string, type = 6, pos = 1) =>
  (await system.request<Listed[]>(`/invoices?idempotency=sale-${sale}-${type}-${pos}`)).body.result;

describe.each(tried)("the examples in %s", (language) => {
  /** A sale of its own for each test and language, so each program issues its own voucher. */
  const run = (example: string, sale: string, more: Record<string, string> = {}) =>
    runExample(language, example, folder, {
      TALONARIO_URL: system.url,
      TALONARIO_KEY: system.keys.keys.test,
      SALE: sale,
      ...more,
    });
  const orSkip = (skip: (condition: boolean, note: string) => void) =>
    skip(!runnable.includes(language), `${languages[language].title} is not on this machine`);

  test("issue a voucher and save its PDF", async ({ skip }) => {
    orSkip(skip);
    const sale = `first-${language}`;
    const printed = await run("issue", sale);
    const [voucher, ...others] = await vouchersOf(sale);
    expect(others).toEqual([]);
    expect(printed).toContain(voucher?.cae);
    expect(printed).toContain("7001");

    expect(await run("pdf", sale, { VOUCHER: String(voucher?.id) })).toContain("voucher.pdf is there");
    expect(readFileSync(path.join(folder, "voucher.pdf")).subarray(0, 5).toString()).toBe("%PDF-");
    rmSync(path.join(folder, "voucher.pdf"));
  });

  test("credit a part of a voucher", async ({ skip }) => {
    orSkip(skip);
    const items = [{ description: "Yerba mate 1 kg", quantity: 2, price: 3500.5, taxType: 5 }];
    const sold = await system.request<Listed>("/invoices", { method: "POST", body: invoiceB({ items }) });
    const { id } = sold.body.result;
    const printed = await run("credit", "none", { VOUCHER: String(id), RETURN: `17-${language}` });
    const { body } = await system.request<{ creditedAmount: string; notes: Listed[] }>(`/invoices/${id}`);
    expect(body.result).toMatchObject({
      creditedAmount: "3500.50",
      notes: [{ voucherType: 8, totalAmount: "3500.50" }],
    });
    expect(printed).toContain("3500.5");
  });

  test("issue a credit invoice", async ({ skip }) => {
    orSkip(skip);
    const fce = { cbu: "2850590940090418135201", alias: "empresa.cobros", transfer: "SCA" };
    expect((await system.request("/fiscal-data", { method: "PATCH", body: { fce } })).status).toBe(200);
    const printed = await run("credit-invoice", `fce-${language}`);
    const [voucher] = await vouchersOf(`fce-${language}`, 201);
    expect(voucher).toMatchObject({ voucherType: 201, totalAmount: "6050000.00", fce });
    expect(printed).toContain(voucher?.cae);
  });

  test("issue a school's fee", async ({ skip }) => {
    orSkip(skip);
    const printed = await run("school", `school-${language}`);
    const [voucher] = await vouchersOf(`school-${language}`);
    expect(voucher).toMatchObject({ totalAmount: "85000.00", optionals: schoolOptionals });
    expect(printed).toContain(voucher?.cae);
  });

  test("get one voucher although the first answer is lost", async ({ skip }) => {
    orSkip(skip);
    await using proxy = await startForgetfulProxy(system.originOf("api"));
    const sale = `lost-${language}`;
    const printed = await run("retry", sale, { TALONARIO_URL: `${proxy.origin}/api/demo` });
    expect(proxy.lost).toEqual([201]);
    const [voucher, ...others] = await vouchersOf(sale);
    expect(others).toEqual([]);
    expect(JSON.parse(printed)).toMatchObject({ ok: true, result: { cae: voucher?.cae, idempotencyHit: true } });
  });

  test("stop at a refusal, and do not repeat it", async ({ skip }) => {
    orSkip(skip);
    const printed = await run("retry", "refused sale");
    expect(JSON.parse(printed)).toMatchObject({ ok: false, code: "VALIDATION_ERROR" });
  });

  test("tell the reasons of refusals", async ({ skip }) => {
    orSkip(skip);
    const printed = await run("errors", `wrong-${language}`);
    expect(printed).toMatch(/VALIDATION_ERROR.*items\.0\.price.*TAXAUTH_ERROR.*10013/s);
    expect([...(await vouchersOf(`wrong-${language}`)), ...(await vouchersOf(`wrong-${language}`, 1))]).toEqual([]);
  });

  test("send a batch, and tell what became of each voucher", async ({ skip }) => {
    orSkip(skip);
    const printed = await run("many-at-once", `many-${language}`);
    for (const [at, total] of [
      [1, "8201.00"],
      [2, "8500.00"],
    ]) {
      const path = `/invoices?idempotency=batch-many-${language}-${at}`;
      const [voucher] = (await system.request<(Listed & { totalAmount: string })[]>(path)).body.result;
      expect(voucher?.totalAmount).toBe(total);
      expect(printed).toMatch(new RegExp(`batch-many-${language}-${at}.*issued.*${voucher?.cae}`));
    }
  });

  test("check the key and the authority", async ({ skip }) => {
    orSkip(skip);
    const printed = await run("check-setup", "none", { TALONARIO_KEY: system.keys.keys.production });
    expect(printed).toMatch(/production/);
    expect(printed).toMatch(/registry/);
    expect(printed).not.toMatch(/false|undefined|None/);
  });

  test("meet an outage of the authority", async ({ skip }) => {
    orSkip(skip);
    const sale = `outage-${language}`;
    const printed = await run("outage", sale, { SIMULATOR: system.controlUrl });
    const [away, back] = printed.trim().split("\n");
    expect(JSON.parse(away ?? "")).toMatchObject({
      ok: false,
      code: expect.stringMatching(/^TAXAUTH_(CONNECTION_ERROR|UNCONFIRMED)$/),
    });
    expect(JSON.parse(back ?? "")).toMatchObject({ ok: true, result: { totalAmount: 7001 } });
    expect(await vouchersOf(sale, 6, 2)).toHaveLength(1);
  });
});

describe("what the guide to further data shows", () => {
  const text = readAsset("api/docs/guides/further-data.md");
  const blocks = [...text.matchAll(/^```json\n(?:PATCH (\S+)\n)?([\s\S]*?)\n```$/gm)].map(([, path, json = ""]) => ({
    path,
    json: JSON.parse(json),
  }));
  const patch = async (path: string, body: Record<string, unknown>) =>
    expect((await system.request(path, { method: "PATCH", body })).status).toBe(200);
  const issue = async (body: object) => {
    const answer = await system.request<Record<string, unknown>>("/invoices", { method: "POST", body });
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    return (await system.request<Record<string, unknown>>(`/invoices/${answer.body.result.id}`)).body.result;
  };

  test("can be issued: a rent, and goods of several buyers", async () => {
    const fragments = blocks.filter(({ path, json }) => path === undefined && json.perceptions === undefined);
    expect(fragments).toHaveLength(2);
    for (const { json } of fragments) expect(await issue(invoiceB(json))).toMatchObject(json);
  });

  test("can be set: defaults of a point of sale, a condition, and letter A under withholding", async () => {
    const [defaults, condition, withheld, ...others] = blocks.flatMap(({ path, json }) =>
      path && json.sircip === undefined ? [{ path, json }] : [],
    );
    if (!defaults || !condition || !withheld) throw new Error("not all are there");
    expect(others).toEqual([]);
    await patch(defaults.path, defaults.json);
    expect(await issue(invoiceB())).toMatchObject(defaults.json);
    await patch(defaults.path, { optionals: null });
    await patch(withheld.path, withheld.json);
    expect(await issue(invoiceA({ voucherType: 51 }))).toMatchObject({ voucherType: 51 });
    await system.authority.set({ issuerLetters: "free" });
    await patch(condition.path, condition.json);
    expect(await issue(invoiceB({ voucherType: 11 }))).toMatchObject({ voucherType: 11 });
    await patch("/fiscal-data", { taxType: 1, withheldA: false });
    await system.authority.set({ issuerLetters: "checked" });
  });

  test("can be perceived: an agent, and a sale with perceptions", async () => {
    const agent = blocks.find(({ json }) => json.sircip !== undefined);
    const sale = blocks.find(({ json }) => json.perceptions !== undefined);
    if (!agent?.path || !sale) throw new Error("not all are there");
    const period = today().slice(0, 6);
    await loadPadron(system.databaseUrl, () => readPadron(Readable.from(makePadron(period))));
    // The guide's first day may be still to come.
    await patch(agent.path, { sircip: { ...agent.json.sircip, from: `${period}01` } });
    await system.sql("INSERT INTO sircip_province (state_id, starts) VALUES ($1, '2026-01-01')", [
      sale.json.deliveryStateId,
    ]);
    expect(await issue(invoiceA(sale.json))).toMatchObject({
      customer: sale.json.customer,
      perceptions: { regime: "sircip", period, deliveryStateId: sale.json.deliveryStateId, lines: [{ record: 1 }] },
    });
    await patch(agent.path, agent.json);
    await patch(agent.path, { sircip: null });
  });
});

describe("the faults that the guide to testing names", () => {
  const text = readAsset("api/docs/guides/testing.md");
  /** What happens, the fault, and the answers that may come: `409 TAXAUTH_UNCONFIRMED`. */
  const rows = [...text.matchAll(/^\| ([^|]+) \| `(\{.*\})` \| (.*) \|$/gm)].map(
    ([, name = "", fault = "", answers = ""]) => ({
      name,
      fault,
      answers: [...answers.matchAll(/\d{3}(?: `\w+`)?/g)].map(([answer]) => answer.replaceAll("`", "")),
    }),
  );
  const setFault = async (fault: string) => {
    const { status } = await fetch(`${system.controlUrl}/faults`, { method: "POST", body: fault });
    expect(status).toBeLessThan(300);
  };
  // The service has logged in: after a failed login it waits before the next.
  beforeAll(async () => {
    expect((await system.request("/invoices", { method: "POST", body: invoiceB({ posNumber: 3 }) })).status).toBe(201);
  });
  const clearFaults = () => fetch(`${system.controlUrl}/faults`, { method: "DELETE" });

  /** Whatever came first, the same key gets its voucher once all is well. */
  const issueAtLast = (body: object) =>
    waitFor(async () => (await system.request("/invoices", { method: "POST", body })).body.ok, {
      message: "the voucher of the same key",
    });

  test.each(rows)("$name", async ({ fault, answers }) => {
    await setFault(fault);
    const body = invoiceB({ posNumber: 3 });
    const answer = await system.request("/invoices", { method: "POST", body });
    await clearFaults();
    await issueAtLast(body);
    expect(answers).toContain([answer.status, answer.body.code].filter(Boolean).join(" "));
  });

  test("leave an issuance in doubt, which the same key settles", async () => {
    expect(rows).toHaveLength(4);
    const faults = text.match(/^\{"operation".*\}$/gm) ?? [];
    expect(faults).toHaveLength(2);
    for (const fault of faults) await setFault(fault);
    const body = invoiceB({ posNumber: 3 });
    const doubtful = await system.request("/invoices", { method: "POST", body });
    expect([doubtful.status, doubtful.body.code]).toEqual([409, "TAXAUTH_UNCONFIRMED"]);
    await clearFaults();
    await issueAtLast(body);
  });
});

describe("the pages of the guides", () => {
  // The reference comes last, because Chromium takes seconds to draw it, and its colours are looked at too.
  const paths = [
    "/docs/guides",
    ...guideNames.map((name) => `/docs/guides/${name}?language=php`),
    "/docs?lang=es",
    "/docs",
  ];

  const windows: [name: string, width: number, height: number][] = [
    ["a phone", 360, 740],
    ["a laptop", 1366, 768],
  ];

  test.each(fromGroup("pages", windows, ([name]) => name === "a phone"))(
    "fit %s, are dark or light as the system is, load nothing from elsewhere and need no script",
    async (_, width, height) => {
      await using lone = await openLonePage({ viewport: { width, height }, colorScheme: "dark" });
      for (const to of paths) {
        await lone.page.goto(system.originOf("api") + to);
        const wider = await lone.page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
        if (!/^\/docs(\?|$)/.test(to)) expect([to, await lone.page.locator("script").count()]).toEqual([to, 0]);
        expect([to, wider]).toEqual([to, 0]);
      }
      await lone.page.locator("html.dark-mode").waitFor();
      await lone.page.emulateMedia({ colorScheme: "light" });
      await lone.page.locator("html:not(.dark-mode)").waitFor();
      expect({ outside: lone.outside, complaints: lone.complaints }).toEqual({ outside: [], complaints: [] });
    },
  );

  test("show the reference in Spanish to who prefers it: what it describes, and what the page says by itself", async () => {
    await using lone = await openLonePage({ locale: "es-AR" });
    const { page } = lone;
    // Swagger takes seconds to draw it, and on a busy machine many.
    page.setDefaultTimeout(90_000);
    await page.goto(`${system.originOf("api")}/docs`);
    await page.getByText("Emitir un comprobante", { exact: true }).click();
    const operation = page.locator("#operations-Vouchers-issueInvoice");
    await operation.getByRole("button", { name: "Probar" }).click();
    await operation.getByRole("button", { name: "Cancelar" }).waitFor();
    await operation.getByText("Responde cuando ARCA autorizó el comprobante.").waitFor();
    await operation.getByRole("heading", { name: "Respuestas" }).waitFor();
    await page.getByRole("link", { name: "English" }).click();
    await page.waitForURL(/\/docs\?lang=en$/);
    expect({ outside: lone.outside, complaints: lone.complaints }).toEqual({ outside: [], complaints: [] });
  });

  test("lead with the keyboard alone to an example in another language, which the next guide keeps", async () => {
    await using lone = await openLonePage();
    const { page } = lone;
    await page.goto(`${system.originOf("api")}/docs/guides`);
    await page.getByRole("link", { name: "Errors", exact: true }).first().focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Errors", level: 1 }).waitFor();
    await page.locator("#example-errors").getByRole("link", { name: "Python" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/language=python#example-errors$/);
    expect(await page.locator("#example-errors code").innerText()).toContain("from urllib.request import");
    await page.getByRole("link", { name: "Keys and retries" }).first().click();
    await page.waitForURL(/keys-and-retries\?language=python$/);
    expect(await page.context().storageState()).toEqual({ cookies: [], origins: [] });
  });
});
