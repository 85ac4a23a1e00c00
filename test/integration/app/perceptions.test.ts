import { afterAll, beforeAll, expect, test } from "vitest";
import { setProvince } from "../../../api/operations/sircip-provinces.js";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { wordsOf } from "../../support/app/words-of.js";
import { today } from "../../support/samples/invoice.js";
import { padronLine } from "../../support/samples/sircip.js";
import { loadLines } from "../../support/servers/load-lines.js";

// An agent's form has a tick, the province and the lines with why. Source: api/README.md, "Perceptions".

const base = "/app/demo/homologation";
const receiver = "30100100106";

let app: OpenedApp;
let issuer: AppClient;
beforeAll(async () => {
  app = await openApp();
  const { db, deps } = app.system;
  const period = today().slice(0, 6);
  const line = padronLine({ period, cuit: receiver, digits: "5225252222222225522512540" });
  await loadLines(deps.config.DATABASE_URL, [line]);
  await setProvince(db, { type: "admin", name: "operator" }, 2, "2026-01-01");
  issuer = await app.signIn("issuer");
});
afterAll(() => app?.[Symbol.asyncDispose]());

async function setAgent(sircip: object | null): Promise<void> {
  await app.system.db
    .$executeRaw`UPDATE company SET sircip = ${sircip && JSON.stringify(sircip)}::jsonb WHERE code = 'demo'`;
}

async function newForm() {
  const { location } = await issuer.get(`${base}/invoices/new`);
  const path = (location ?? "").replace(/\?.*/, "");
  return { path, key: path.split("/").at(-1) ?? "", text: (await issuer.get(location ?? "")).text };
}

const typed = {
  posNumber: "1",
  concept: "1",
  voucherDate: new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10),
  priceIncludesVat: "false",
  "customer.docType": "80",
  "customer.docNumber": receiver,
  "customer.name": "Empresa de prueba",
  "customer.taxType": "1",
  "items.0.description": "Silla",
  "items.0.quantity": "1",
  "items.0.price": "1000",
  "items.0.taxType": "5",
  end: "1",
};

const perceived = { ...typed, perceptions: "sircip", deliveryStateId: "2" };

test("who is no agent has neither tick nor province", async () => {
  await setAgent(null);
  const { text } = await newForm();
  expect(text).not.toContain('name="perceptions"');
  expect(text).not.toContain('name="deliveryStateId"');
});

test("an agent ticks, names the province, and sees each line with why before the button", async () => {
  await setAgent({ from: "20260101", ownPerceptions: [], exempt: [] });
  const { path, key, text } = await newForm();
  expect(text).toContain('name="perceptions"');
  expect(text).toContain('name="deliveryStateId"');

  const reviewed = wordsOf((await issuer.post(path, { ...perceived, intent: "review" })).text);
  expect(reviewed).toContain("Percepciones de SIRCIP");
  expect(reviewed).toMatch(/\$ 0,50\. .*\$ 10,00\. /);

  const sent = await issuer.post(path, { ...perceived, intent: "issue" });
  expect(sent.location).toContain("said=issued");
  const [row] = (await app.system.get(`/invoices?idempotency=${key}`)).body.result;
  expect(row).toMatchObject({ totalAmount: "1220.50", tributesAmount: "10.50", perceptions: { deliveryStateId: 2 } });
});

test("without a tick nothing is added", async () => {
  await setAgent({ from: "20260101", ownPerceptions: [], exempt: [] });
  const { path, key } = await newForm();
  await issuer.post(path, { ...typed, deliveryStateId: "2", intent: "issue" });
  const [row] = (await app.system.get(`/invoices?idempotency=${key}`)).body.result;
  expect(row).toMatchObject({ totalAmount: "1210.00", perceptions: null });
});

test("the form of a voucher that is used again asks for its perceptions, and has its own tributes alone", async () => {
  await setAgent({ from: "20260101", ownPerceptions: [], exempt: [] });
  const { path, key } = await newForm();
  const own = {
    "tributes.0.type": "4",
    "tributes.0.description": "Impuestos internos",
    "tributes.0.baseAmount": "1000",
  };
  const given = { ...perceived, ...own, "tributes.0.aliquot": "1", "tributes.0.subtotal": "10", intent: "issue" };
  expect((await issuer.post(path, given)).location).toContain("said=issued");
  const [{ id }] = (await app.system.get(`/invoices?idempotency=${key}`)).body.result;
  const led = await issuer.get(`${base}/invoices/new?from=${id}`);
  const { text } = await issuer.get(led.location ?? "");
  expect(/<input[^>]*name="perceptions"[^>]*>/.exec(text)?.[0]).toMatch(/\bchecked\b/);
  expect(text).toContain('name="tributes.0.type"');
  expect(text).not.toContain("Percepción SIRCIP");
});

test("a part is credited with its part of the perceptions where that is ticked, and else without", async () => {
  await setAgent({ from: "20260101", ownPerceptions: [], exempt: [] });
  const { path, key } = await newForm();
  await issuer.post(path, { ...perceived, "items.0.quantity": "4", intent: "issue" });
  const [sold] = (await app.system.get(`/invoices?idempotency=${key}`)).body.result;
  const page = `${base}/invoices/${sold.id}/credit-note`;
  const { text } = await issuer.get(page);
  expect(wordsOf(text)).toContain("Devolver las percepciones de SIRCIP de lo que se acredita");

  const credit = async (noteKey: string, ticked: object) => {
    const { location } = await issuer.post(page, { key: noteKey, "quantity-0": "1", ...ticked });
    expect(location).toContain("said=credited");
    return (await app.system.get(`/invoices?idempotency=${noteKey}`)).body.result[0];
  };
  expect(await credit("note-with", { perceptions: "true" })).toMatchObject({
    totalAmount: "1220.50",
    tributesAmount: "10.50",
  });
  expect(await credit("note-without", {})).toMatchObject({ totalAmount: "1210.00", tributesAmount: "0.00" });
});
