import { afterAll, beforeAll, expect, test } from "vitest";
import { beginByHand, endByHand, noteIssued } from "../../../shared/db/contingency/turn-contingency.js";
import { type OpenedApp, openApp } from "../../support/app/app-client.js";
import { wordsOf } from "../../support/app/words-of.js";
import { invoiceB } from "../../support/samples/invoice.js";

let app: OpenedApp;
const base = "/app/demo/homologation";
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** The month's figures, as htmx asks for them: they are there, however busy the machine is. */
const figuresOf = async (client: Awaited<ReturnType<OpenedApp["signIn"]>>, of = base) =>
  wordsOf((await client.get(`${of}/figures`, { "HX-Request": "true" })).text);

test("a company without vouchers is told what to do first", async () => {
  const issuer = await app.signIn("issuer", "mono");
  const { status, text } = await issuer.get("/app/mono/homologation");
  expect(status).toBe(200);
  const words = wordsOf(text);
  expect(words).toContain("Todavía no hay comprobantes");
  expect(words).toContain("Todo en orden");
  expect(text).toContain('href="/app/mono/homologation/invoices/new"');
  expect(await figuresOf(issuer, "/app/mono/homologation")).toContain("Facturado $ 0,00");
});

test("the overview tells the month, the quota, the certificate and the last vouchers", async () => {
  const owner = await app.signIn("owner");
  // Not of the page: figures that took long to count are kept a minute.
  const { used } = (await app.system.get("/quota")).body.result;
  const issued = await app.system.post(
    invoiceB({ items: [{ description: "Mate", quantity: 1, price: 1234.5, taxType: 5 }] }),
  );
  expect(issued.status).toBe(201);

  expect(await figuresOf(owner)).toMatch(/Facturado \$ [\d.]*1\.234,50/);
  const { text } = await owner.get(base);
  const words = wordsOf(text);
  expect(words).toContain(`Usados ${used + 1} de 100.000`);
  expect(words).toMatch(/Alias talonario-demo Vence \d{2}\/\d{2}\/\d{4} Quedan [\d.]+ días/);
  expect(words).toContain("Ahora En línea (CAE)");
  expect(words).toContain("Factura B 00001-00000001");
  expect(text).toContain(`href="${base}/invoices/${issued.body.result.id}"`);
});

test("what needs somebody is told with the way to mend it, in its own environment alone", async () => {
  const owner = await app.signIn("owner");
  await app.system.db.$executeRaw`
    UPDATE certificate SET expires_at = now() + interval '5 days 1 minute'
    WHERE active AND NOT production AND company_id = (SELECT id FROM company WHERE code = 'demo')`;
  const { text } = await owner.get(base);
  expect(wordsOf(text)).toContain("El certificado vence en 5 días");
  expect(text).toContain(`href="${base}/certificates">Ir a certificados`);
  expect(wordsOf((await owner.get("/app/demo/production?overview")).text)).toContain("Todo en orden");
});

test("figures that take long come after the page, and once they are there, with it", async () => {
  const { reading } = app.system.deps;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  /** A statement is a template's parts, or one that was put together before. */
  const isCount = (given: readonly string[] | { strings: readonly string[] }) =>
    ("strings" in given ? given.strings : given).join("").includes('"isCredit"');
  const slow: typeof reading = {
    ...reading,
    of: (tenant) =>
      new Proxy(reading.of(tenant), {
        get(db, name) {
          const given = Reflect.get(db, name);
          if (name !== "$queryRaw") return given;
          return async (parts: TemplateStringsArray, ...values: unknown[]) => {
            if (isCount(parts)) await held;
            return given.call(db, parts, ...values);
          };
        },
      }),
  };
  await using waiting = await openApp({}, { reading: slow });
  const reader = await waiting.signIn("reader");
  const page = await reader.get(base);
  expect(page.status).toBe(200);
  expect(wordsOf(page.text)).toContain("Contando los comprobantes del mes… Actualizar");
  expect(page.text).toContain(`hx-get="${base}/figures"`);
  release();
  for (const words of [await figuresOf(reader), wordsOf((await reader.get(base)).text)])
    expect(words).toMatch(/Facturado \$ [\d.]+,\d\d/);
});

test("the figures alone are no page: without htmx they lead to the overview", async () => {
  const reader = await app.signIn("reader");
  const { status, location } = await reader.get(`${base}/figures`);
  expect([status, location]).toEqual([303, base]);
});

test("a reader is not offered to issue, and a stranger finds nothing", async () => {
  const reader = await app.signIn("reader");
  expect((await reader.get(base)).text).not.toContain("/invoices/new");
  expect((await reader.get("/app/mono/homologation")).status).toBe(404);
});

test("a contingency begun by hand is told on top of every page of its environment, until it is ended by hand", async () => {
  const owner = await app.signIn("owner");
  const company = await app.system.db.company.findFirstOrThrow({ where: { code: "demo" } });
  const tenant = { companyId: company.id, production: false };
  const says = async (path: string) => wordsOf((await owner.get(path)).text).includes("Contingencia iniciada a mano");
  await app.system.db.$transaction((tx) => beginByHand(tx, tenant, "works on the line"));
  // What the authority issues ends none of a person's.
  await noteIssued(app.system.db, tenant);
  for (const page of ["", "/invoices", "/points-of-sale"]) expect(await says(base + page), page).toBe(true);
  expect(wordsOf((await owner.get(base)).text)).toContain("works on the line");
  expect(await says("/app/demo/production")).toBe(false);
  await app.system.db.$transaction((tx) => endByHand(tx, tenant));
  expect(await says(base)).toBe(false);
});
