import { expect, test } from "vitest";
import { openApp } from "../../support/app/app-client.js";
import { openForFile } from "../../support/open-for-file.js";
import { cbu } from "../../support/samples/fce.js";

const homologation = "/app/mono/homologation/fiscal-data";
const production = "/app/mono/production/fiscal-data";

const app = await openForFile(openApp);
const owner = await app.signIn("owner", "mono");

const company = () => app.system.db.company.findUniqueOrThrow({ where: { code: "mono" } });
const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

const filled = {
  name: "Taller Rivadavia S.R.L.",
  taxType: "1",
  address: "Rivadavia 789, Rosario",
  stateId: "12",
  grossIncome: "021-111111-1",
  activityStart: "2020-02-29",
  activityCode: "452210",
  vatRounding: "line",
  cbuLegend: "true",
  consumerComplaints: "Reclamos: 0800-222-9042",
  accentColor: "#1F4E79",
  footerText: "Gracias por elegirnos",
  "fce.cbu": "",
  "fce.alias": "",
  "fce.transfer": "SCA",
  "mail.senderName": "Taller Rivadavia",
  "mail.replyTo": "ventas@taller.example",
};

test("an owner changes all of it in production, and sees it in both environments", async () => {
  const form = (await owner.get(production)).text;
  for (const name of Object.keys(filled)) expect(form).toContain(`name="${name}"`);

  const fce = { "fce.cbu": cbu, "fce.alias": "TALLER.RIVADAVIA", "fce.transfer": "ADC" };
  const grouped = { ...fce, "fce.cbu": fce["fce.cbu"].replace(/^(.{8})/, "$1 ") };
  const changed = await owner.post(production, { ...filled, ...grouped });
  expect([changed.status, changed.location]).toEqual([303, `${production}?said=changed`]);
  expect((await owner.get(changed.location ?? "")).text).toContain("Los datos fiscales quedaron guardados.");
  const stored = { cbu: fce["fce.cbu"], alias: "TALLER.RIVADAVIA", transfer: "ADC" };
  const { name, taxType, address, stateId, grossIncome, activityCode, vatRounding } = await company();
  expect({ name, taxType, address, stateId, grossIncome, activityCode, vatRounding }).toEqual({
    ...{ name: filled.name, taxType: 1, address: filled.address, stateId: 12, grossIncome: filled.grossIncome },
    ...{ activityCode: "452210", vatRounding: "line" },
  });
  expect(await company()).toMatchObject({
    ...{ activityStart: new Date("2020-02-29"), fce: stored, cbuLegend: true, accentColor: filled.accentColor },
    ...{ consumerComplaints: filled.consumerComplaints, footerText: filled.footerText },
    mail: { senderName: "Taller Rivadavia", replyTo: "ventas@taller.example" },
  });
  const entry = await app.system.db.auditEntry.findFirst({ where: { action: "fiscaldata.update" } });
  expect(entry).toMatchObject({ actorType: "user", actorEmail: owner.email, production: null });

  const words = wordsOf((await owner.get(homologation)).text);
  for (const text of [
    "Taller Rivadavia S.R.L.",
    "20-11111111-2",
    "Santa Fe",
    "29/02/2020",
    "452210",
    "No ajustar nunca",
    `CBU ${stored.cbu} (TALLER.RIVADAVIA)`,
    "(ADC)",
    filled.consumerComplaints,
    filled.accentColor,
    filled.footerText,
  ])
    expect(words).toContain(text);
});

test("legends and the class of letter A are set in the form, and an empty text takes a legend away", async () => {
  const rows = {
    ...{
      "legends.0.text": "ALÍCUOTA ISIB CABA 3,00%",
      "legends.0.on": "final-consumers",
      "legends.0.from": "2027-01-01",
    },
    ...{ "legends.1.text": "", "legends.1.on": "all", "legends.1.from": "" },
    ...{ "legends.2.text": "Orientación al consumidor", "legends.2.on": "all", "legends.2.from": "" },
  };
  await owner.post(production, { ...filled, ...rows, withheldA: "true" });
  expect(await company()).toMatchObject({
    withheldA: true,
    legends: [
      { text: "ALÍCUOTA ISIB CABA 3,00%", on: "final-consumers", from: "20270101" },
      { text: "Orientación al consumidor", on: "all", from: null },
    ],
  });
  expect((await owner.get(production)).text).toContain('value="2027-01-01"');
  expect(wordsOf((await owner.get(homologation)).text)).toContain(
    "ALÍCUOTA ISIB CABA 3,00% · Orientación al consumidor",
  );
  const refused = await owner.post(production, { ...filled, ...rows, "legends.0.from": "31/02/2027" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('value="ALÍCUOTA ISIB CABA 3,00%"');
  await owner.post(production, filled);
  expect(await company()).toMatchObject({ withheldA: false, legends: [] });
});

test("what may be empty is emptied", async () => {
  const empty = {
    ...{ address: "", stateId: "", grossIncome: "", activityStart: "", activityCode: "" },
    ...{ cbuLegend: "", consumerComplaints: "", accentColor: "", footerText: "" },
    ...{ "mail.senderName": "", "mail.replyTo": "" },
  };
  await owner.post(production, { ...filled, ...empty });
  expect(await company()).toMatchObject({
    ...{ address: null, stateId: null, grossIncome: null, activityStart: null, activityCode: null, fce: null },
    ...{ cbuLegend: false, consumerComplaints: null, accentColor: null, footerText: null },
    mail: { senderName: null, replyTo: null },
  });
  const words = wordsOf((await owner.get(production)).text);
  expect(words).toContain("Completá el domicilio, los ingresos brutos y el inicio de actividades");
  await owner.post(production, filled);
  expect((await owner.get(production)).text).not.toContain("Completá");
});

test("in homologation they are shown with the way to production, and a forced change is refused", async () => {
  const page = await owner.get(homologation);
  expect(wordsOf(page.text)).toContain("se cambian solo en producción");
  expect(page.text).toMatch(new RegExp(`href="${production}"[^>]*>Ir a producción para cambiarlos`));
  expect(page.text).not.toContain('name="taxType"');
  const forced = await owner.post(homologation, { ...filled, name: "Otra" });
  expect(forced.status).toBe(403);
  expect(forced.text).toContain("cambialos en Producción");
  expect((await company()).name).toBe(filled.name);
});

test("what the API refuses is said beside its field, and nothing typed is lost", async () => {
  const refused = await owner.post(production, {
    ...{ ...filled, name: "", grossIncome: "x".repeat(51), activityCode: "12", activityStart: "30/02/2020" },
    ...{ accentColor: "#FFFF00", consumerComplaints: "x".repeat(201), footerText: "x".repeat(201) },
    ...{ "fce.cbu": "123", "fce.alias": "a b", "fce.transfer": "SCA", "mail.replyTo": "ventas" },
  });
  expect(refused.status).toBe(400);
  const printed = ["consumerComplaints", "accentColor", "footerText", "mail.replyTo"];
  for (const field of ["name", "grossIncome", "activityCode", "activityStart", "fce.cbu", "fce.alias", ...printed]) {
    expect(refused.text).toContain(`href="#field-${field}"`);
    expect(refused.text).toContain(`id="field-${field}-error"`);
  }
  expect(refused.text).toContain('value="Rivadavia 789, Rosario"');
  expect(refused.text).not.toMatch(/must be|must have/);
  expect((await company()).name).toBe(filled.name);
});

test("an issuer and a reader see them and change nothing", async () => {
  for (const role of ["issuer", "reader"] as const) {
    const person = await app.signIn(role, "mono");
    for (const path of [homologation, production]) {
      const page = await person.get(path);
      expect(wordsOf(page.text)).toContain("Los cambia quien administra la empresa.");
      expect(page.text).toContain(filled.grossIncome);
      expect(page.text).not.toContain('name="grossIncome"');
      expect((await person.post(path, { ...filled, name: "Otra" })).status).toBe(403);
    }
  }
  expect((await (await app.signIn("owner")).get(production)).status).toBe(404);
  expect((await company()).name).toBe(filled.name);
});
