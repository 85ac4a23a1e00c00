import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { pngImage } from "../../support/samples/images.js";

const storageFolder = mkdtempSync(path.join(tmpdir(), "talonario-app-"));
const base = "/app/demo/homologation/points-of-sale";

let app: OpenedApp;
let owner: AppClient;
let reader: AppClient;
beforeAll(async () => {
  app = await openApp({}, { storage: openStorage(`file:${storageFolder}`) });
  owner = await app.signIn("owner");
  reader = await app.signIn("reader");
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  rmSync(storageFolder, { recursive: true, force: true });
});

const findPoint = (number: number, production = false) =>
  app.system.db.pointOfSale.findFirst({ where: { number, production, company: { code: "demo" } } });

test("an owner adds a point of sale, and the change is audited with who made it", async () => {
  const fields = {
    number: "41",
    name: "Depósito",
    address: "",
    activity: "",
    saleCondition: "Contado",
    authorization: "CAE",
    contingencyPos: "",
    "additionalDataKeys.1.key": "seller",
    "additionalDataKeys.1.label": "Vendedor",
    "additionalDataKeys.1.printed": "true",
  };
  const added = await owner.post(`${base}/new`, fields);
  expect([added.status, added.location]).toEqual([303, `${base}/41?said=added`]);
  expect((await owner.get(added.location ?? "")).text).toContain("El punto de venta quedó agregado.");
  expect(await findPoint(41)).toMatchObject({
    name: "Depósito",
    address: null,
    saleCondition: "Contado",
    enabled: true,
    exclusive: false,
    additionalDataKeys: [{ key: "seller", label: "Vendedor", printed: true }],
  });
  const entry = await app.system.db.auditEntry.findFirst({ where: { action: "pos.create", resourceId: "41" } });
  expect(entry).toMatchObject({ actorType: "user", actorEmail: owner.email, production: false });

  const list = await reader.get(base);
  expect(list.text).toContain(`href="${base}/41"`);
});

test("an owner says what its invoices tell the authority besides their own", async () => {
  const fields = {
    number: "42",
    name: "",
    address: "",
    activity: "",
    saleCondition: "",
    authorization: "CAE",
    contingencyPos: "",
  };
  const further = {
    "optionals.0.id": "10",
    "optionals.0.value": "7",
    "optionals.2.id": "23",
    "optionals.2.value": "OC 17",
    activities: "620100, 853110",
  };
  const refused = await owner.post(`${base}/new`, { ...fields, ...further });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Elegí uno de estos valores: 0, 1.");
  const added = await owner.post(`${base}/new`, { ...fields, ...further, "optionals.0.value": "1" });
  expect(added.status).toBe(303);
  expect(await findPoint(42)).toMatchObject({
    optionals: [
      { id: "10", value: "1" },
      { id: "23", value: "OC 17" },
    ],
    activities: [{ id: 620_100 }, { id: 853_110 }],
  });
  expect((await reader.get(`${base}/42`)).text).toContain("Educación privada (RG 3368): 1");
  const taken = await owner.post(`${base}/42`, { ...fields, "optionals.0.id": "", "optionals.0.value": "" });
  expect(taken.status).toBe(303);
  expect(await findPoint(42)).toMatchObject({ optionals: null, activities: null });
});

test("what the API refuses is said beside its field, and nothing typed is lost", async () => {
  const refused = await owner.post(`${base}/new`, {
    number: "100000",
    name: "Quiosco",
    activity: "12",
    saleCondition: "x".repeat(41),
    authorization: "CAE",
  });
  expect(refused.status).toBe(400);
  for (const field of ["number", "activity", "saleCondition"]) {
    expect(refused.text).toContain(`href="#field-${field}"`);
    expect(refused.text).toContain(`id="field-${field}-error"`);
  }
  expect(refused.text).toMatch(/value="Quiosco"/);
  expect(refused.text).not.toMatch(/must be/);

  const taken = await owner.post(`${base}/new`, { number: "1", authorization: "CAE" });
  expect(taken.status).toBe(400);
  expect(taken.text).toContain('id="field-number-error"');
});

test("an empty row between two others does not move a fault to another row", async () => {
  const refused = await owner.post(`${base}/new`, {
    number: "42",
    authorization: "CAE",
    "additionalDataKeys.0.key": "one",
    "additionalDataKeys.0.label": "Uno",
    "additionalDataKeys.2.key": "two",
    "additionalDataKeys.2.label": "",
  });
  expect(refused.text).toContain('id="field-additionalDataKeys.1.label-error"');
  expect(refused.text).toMatch(
    /name="additionalDataKeys\.1\.key"[^>]*value="two"|value="two"[^>]*name="additionalDataKeys\.1\.key"/,
  );
});

test("an owner changes, disables and enables a point of sale; one of CAEA can stand in for it", async () => {
  await owner.post(`${base}/new`, { number: "50", authorization: "CAE" });
  await owner.post(`${base}/new`, { number: "51", authorization: "CAEA" });
  const changed = await owner.post(`${base}/50`, {
    name: "Local",
    authorization: "CAE",
    contingencyPos: "51",
    exclusive: "true",
  });
  expect([changed.status, changed.location]).toEqual([303, `${base}/50?said=changed`]);
  expect((await reader.get(`${base}/41`)).text).toContain("Contado");
  await owner.post(`${base}/41`, { name: "Depósito", saleCondition: "", authorization: "CAE" });
  expect(await findPoint(41)).toMatchObject({ name: "Depósito", saleCondition: null });
  expect(await findPoint(50)).toMatchObject({ name: "Local", contingencyPos: 51, exclusive: true });

  const disabled = await owner.post(`${base}/50/enabled`, { enabled: "false" });
  expect(disabled.location).toBe(`${base}/50?said=disabled`);
  expect(await findPoint(50)).toMatchObject({ enabled: false, name: "Local", contingencyPos: 51 });
  expect((await owner.get(`${base}/50`)).text).toContain("Deshabilitado");
  await owner.post(`${base}/50/enabled`, { enabled: "true" });
  expect(await findPoint(50)).toMatchObject({ enabled: true });

  const refused = await owner.post(`${base}/51`, { authorization: "CAEA", contingencyPos: "50" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('id="field-contingencyPos-error"');
});

test("a logo is uploaded, shown to the company alone, and removed", async () => {
  await owner.post(`${base}/new`, { number: "60", authorization: "CAE" });
  const image = pngImage(40, 20);
  const logo = new File([Buffer.from(image)], "logo.jpg", { type: "image/jpeg" });
  const sent = await owner.post(`${base}/60/logo`, { logo });
  expect(sent.location).toBe(`${base}/60?said=logo`);
  expect((await reader.get(`${base}/60`)).text).toContain(`src="${base}/60/logo-image"`);
  const shown = await reader.get(`${base}/60/logo-image`);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
  const foreign = await (await app.signIn("owner", "mono")).get(`${base}/60/logo-image`);
  expect(foreign.status).toBe(404);
  expect((await reader.get(`${base.replace("homologation", "production")}/60/logo-image`)).status).toBe(404);

  const broken = await owner.post(`${base}/60/logo`, { logo: new File(["text"], "logo.png") });
  expect(broken.status).toBe(400);
  expect(broken.text).toContain('id="field-logo-error"');
  expect(broken.text).not.toMatch(/must be/);
  expect((await owner.post(`${base}/60/logo`)).text).toContain("Elegí un archivo PNG o JPEG.");
  const huge = await owner.post(`${base}/60/logo`, {
    logo: new File([Buffer.concat([Buffer.from(image), Buffer.alloc(600_000)])], "l.png"),
  });
  expect(huge.status).toBe(400);
  expect(huge.text).toContain('id="field-logo-error"');

  expect((await owner.post(`${base}/60/logo-removal`)).location).toBe(`${base}/60?said=bare`);
  expect((await reader.get(`${base}/60/logo-image`)).status).toBe(404);
});

test("a reader and an issuer see everything, and are offered no change", async () => {
  await owner.post(`${base}/new`, { number: "70", name: "Solo mirar", authorization: "CAE" });
  for (const role of ["issuer", "reader"] as const) {
    const person = await app.signIn(role);
    const page = await person.get(`${base}/70`);
    expect(page.text).toContain("Solo mirar");
    expect(page.text).not.toMatch(new RegExp(`action="${base}`));
    expect((await person.get(base)).text).not.toContain(`${base}/new`);
    for (const forced of [
      `${base}/new`,
      `${base}/70`,
      `${base}/70/enabled`,
      `${base}/70/logo`,
      `${base}/70/logo-removal`,
    ])
      expect((await person.post(forced, { number: "71", authorization: "CAE" })).status).toBe(403);
  }
  expect(await findPoint(71)).toBeNull();
});

test("an ended subscription refuses a change in words, and shows everything", async () => {
  const { db } = app.system;
  await owner.post(`${base}/new`, { number: "80", authorization: "CAE" });
  await db.$executeRaw`UPDATE subscription SET until = '2020-01-01' WHERE company_id = (SELECT id FROM company WHERE code = 'demo')`;
  const refused = await owner.post(`${base}/80`, { name: "Nuevo", authorization: "CAE" });
  expect(refused.status).toBe(402);
  expect(refused.text).toMatch(/suscripción/i);
  expect((await owner.get(`${base}/80`)).status).toBe(200);
  await db.$executeRaw`UPDATE subscription SET until = '2099-01-01' WHERE company_id = (SELECT id FROM company WHERE code = 'demo')`;
});

test("an environment without points of sale says what to do first", async () => {
  await app.system.db
    .$executeRaw`DELETE FROM point_of_sale WHERE production AND company_id = (SELECT id FROM company WHERE code = 'demo')`;
  const page = await owner.get("/app/demo/production/points-of-sale");
  expect(page.text).toContain("Todavía no hay puntos de venta");
  expect(page.text).toContain("Agregar un punto de venta");
});

test("the address of a form leads back to its page, and a point of sale that is not there is a 404", async () => {
  expect((await owner.get(`${base}/1/enabled`)).location).toBe(`${base}/1`);
  for (const unknown of [`${base}/999`, `${base}/abc`, `${base}/999/logo-image`])
    expect((await owner.get(unknown)).status).toBe(404);
});
