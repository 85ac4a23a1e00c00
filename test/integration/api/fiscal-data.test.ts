import { afterAll, beforeAll, expect, test } from "vitest";
import { findPrintable } from "../../../shared/db/delivery/pdfs.js";
import { findMail } from "../../../shared/db/delivery/recipients.js";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { fce } from "../../support/samples/fce.js";
import { invoiceB } from "../../support/samples/invoice.js";

let api: AdminApp;
beforeAll(async () => {
  api = await openAdminApp();
});
afterAll(() => api[Symbol.asyncDispose]());

const demo = {
  name: "Almacén del Puerto S.A.",
  cuit: "30712345671",
  taxType: 1,
  address: "Av. Corrientes 1234, Ciudad Autónoma de Buenos Aires",
  stateId: 0,
  grossIncome: "901-123456-7",
  activityStart: "2015-03-01",
  vatRounding: "auto",
  fce: null,
  activityCode: null,
  certificate: { mode: "own", cuit: "30712345671" },
  cbuLegend: false,
  consumerComplaints: null,
  mail: { replyTo: null, senderName: null },
  sircip: null,
  accentColor: null,
  footerText: null,
  withheldA: false,
  monotributoCategory: null,
  legends: [],
};

test("fiscal data can be read and changed, are the same in both environments, and changes are audited", async () => {
  expect((await api.call("GET", "/fiscal-data")).body).toEqual({ ok: true, result: demo });

  const body = {
    address: "Defensa 100",
    stateId: null,
    activityStart: "20160229",
    vatRounding: "authority",
    activityCode: "011111",
  };
  const changed = await api.call("PATCH", "/fiscal-data", { body });
  const after = { ...demo, ...body, activityStart: "2016-02-29" };
  expect([changed.status, changed.body]).toEqual([200, { ok: true, result: after }]);
  const inProduction = await api.call("GET", "/fiscal-data", { key: api.keys.keys.production });
  expect(inProduction.body.result).toEqual(after);

  expect(await api.audit("fiscaldata.update")).toEqual([
    expect.objectContaining({
      resourceId: "demo",
      production: null,
      actorType: "apikey",
      before: {
        address: demo.address,
        stateId: 0,
        activityStart: "2015-03-01",
        vatRounding: "auto",
        activityCode: null,
      },
      after: { ...body, activityStart: "2016-02-29" },
    }),
  ]);
  const [told] = await notices();
  expect(told?.facts.changes).toMatchObject([{ before: { activityCode: null }, after: { activityCode: "011111" } }]);
  const restored = await api.call("PATCH", "/fiscal-data", { body: demo });
  expect(restored.body.result, "null clears it").toEqual(demo);
});

test("[F1] how credit invoices are paid is set as a whole, audited, told to the account, and cleared by null", async () => {
  await api.db.$executeRaw`DELETE FROM warning`;
  const change = async (body: object) => (await api.call("PATCH", "/fiscal-data", { body })).body.result?.fce;
  expect(await change({ fce })).toEqual(fce);
  expect((await api.call("GET", "/fiscal-data")).body.result.fce).toEqual(fce);
  const other = { cbu: "0170099220000067797370", transfer: "ADC" };
  expect(await change({ fce: other })).toEqual({ ...other, alias: null });
  expect(await change({ fce: { ...other, alias: null } }), "nothing changes").toEqual({ ...other, alias: null });
  expect(await change({ name: demo.name }), "nor does what it is not about").toEqual({ ...other, alias: null });
  expect(await change({ fce: null })).toBeNull();

  const changes = [
    [{ fce: null }, { fce }],
    [{ fce }, { fce: { ...other, alias: null } }],
    [{ fce: { ...other, alias: null } }, { fce: null }],
  ];
  const entries = (await api.audit("fiscaldata.update")).slice(-3);
  expect(entries.map(({ before, after }) => [before, after])).toEqual(changes);
  const told = (await notices()).flatMap(({ facts }) => facts.changes);
  expect(told.map(({ before, after }) => [before, after])).toEqual(changes);
  await api.db.$executeRaw`DELETE FROM warning`;
});

test("under whose name vouchers are mailed is set as a whole, audited, told to the account, and cleared", async () => {
  await api.db.$executeRaw`DELETE FROM warning`;
  const change = async (mail: object) =>
    (await api.call("PATCH", "/fiscal-data", { body: { mail } })).body.result?.mail;
  const mail = { replyTo: "ventas@demo.example", senderName: "Librería del Sur" };
  expect(await change({ replyTo: ` ${mail.replyTo}`, senderName: " Librería del Sur " })).toEqual(mail);
  const { id } = (await api.post(invoiceB({ idempotency: "mailed" }))).body.result;
  await api.call("POST", `/invoices/${id}/emails`, { body: { emails: [{ email: "ana@example.com" }] } });
  const [{ recipient } = {}] = await api.db.$queryRaw<{ recipient: number }[]>`
    SELECT id AS recipient FROM recipient WHERE voucher_id = ${id}`;
  expect((await findMail(api.db, recipient ?? 0))?.sender, "and reaches the mail").toEqual(mail);
  expect(await change({ replyTo: mail.replyTo })).toEqual({ ...mail, senderName: null });
  expect(await change({})).toEqual(demo.mail);
  const entries = (await api.audit("fiscaldata.update")).slice(-3);
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [{ mail: demo.mail }, { mail }],
    [{ mail }, { mail: { ...mail, senderName: null } }],
    [{ mail: { ...mail, senderName: null } }, { mail: demo.mail }],
  ]);
  expect((await notices()).flatMap(({ facts }) => facts.changes)).toHaveLength(3);
  await api.db.$executeRaw`DELETE FROM warning`;
});

test("what a company prints is set, trimmed, audited, told to the account, and cleared", async () => {
  await api.db.$executeRaw`DELETE FROM warning`;
  const body = {
    cbuLegend: true,
    consumerComplaints: " Defensa del Consumidor: 0800-222-9042 ",
    accentColor: "#1F4E79",
    footerText: "x".repeat(200),
  };
  const after = { ...body, consumerComplaints: body.consumerComplaints.trim() };
  const before = { cbuLegend: false, consumerComplaints: null, accentColor: null, footerText: null };
  const changed = await api.call("PATCH", "/fiscal-data", { body });
  expect([changed.status, changed.body.result]).toEqual([200, { ...demo, ...after }]);
  expect((await api.audit("fiscaldata.update")).at(-1)).toMatchObject({ before, after });
  expect((await notices()).flatMap(({ facts }) => facts.changes)).toMatchObject([{ before, after }]);
  const { id } = (await api.post(invoiceB({ idempotency: "printed" }))).body.result;
  expect((await findPrintable(api.db, id))?.issuer, "and reaches the print").toMatchObject(after);
  expect((await api.call("PATCH", "/fiscal-data", { body: before })).body.result).toEqual(demo);
  await api.db.$executeRaw`DELETE FROM warning`;
});

test("legends are set as a whole, audited, told to the account, and reach the print with those of the point of sale", async () => {
  await api.db.$executeRaw`DELETE FROM warning`;
  const legends = [
    { text: " ALÍCUOTA ISIB CABA 3,00% ", on: "final-consumers", from: "20270101" },
    { text: "Orientación al consumidor", on: "all" },
  ];
  const kept = [
    { text: "ALÍCUOTA ISIB CABA 3,00%", on: "final-consumers", from: "20270101" },
    { text: "Orientación al consumidor", on: "all", from: null },
  ];
  expect((await api.call("PATCH", "/fiscal-data", { body: { legends } })).body.result.legends).toEqual(kept);
  expect((await api.audit("fiscaldata.update")).at(-1)).toMatchObject({
    before: { legends: [] },
    after: { legends: kept },
  });
  expect((await notices()).flatMap(({ facts }) => facts.changes)).toMatchObject([{ after: { legends: kept } }]);
  const ofPoint = [{ text: "Ing. Brutos: exento", on: "B", from: null }];
  const changed = await api.call("PATCH", "/points-of-sale/1", { body: { legends: ofPoint } });
  expect(changed.body.result.legends).toEqual(ofPoint);
  const { id } = (await api.post(invoiceB({ idempotency: "legends" }))).body.result;
  const printed = await findPrintable(api.db, id);
  expect([printed?.issuer.legends, printed?.pointOfSale.legends]).toEqual([kept, ofPoint]);

  const faulty = [
    { text: "", on: "all" },
    { text: "x".repeat(201), on: "all" },
    { text: "x", on: "D" },
    { text: "x", on: "A", from: "20270231" },
  ];
  const refused = await api.call("PATCH", "/fiscal-data", { body: { legends: faulty } });
  expect(refused.body.details.errors.map(({ field }: { field: string }) => field)).toEqual([
    "legends.0.text",
    "legends.1.text",
    "legends.2.on",
    "legends.3.from",
  ]);
  const many = Array.from({ length: 21 }, () => kept[1]);
  expect((await api.call("PATCH", "/fiscal-data", { body: { legends: many } })).status).toBe(400);
  await api.call("PATCH", "/points-of-sale/1", { body: { legends: [] } });
  expect((await api.call("PATCH", "/fiscal-data", { body: { legends: [] } })).body.result).toEqual(demo);
  await api.db.$executeRaw`DELETE FROM warning`;
});

const notices = async () =>
  (await api.db.warning.findMany({ where: { kind: "fiscaldata" }, orderBy: { id: "asc" } })).map(
    ({ facts, ...row }) => ({
      ...row,
      facts: facts as unknown as { changes: { key: object; before: object; after: object }[]; more: number },
    }),
  );

test("a change by a homologation key stands in both audit logs and is told to the account, with further ones in a second mail", async () => {
  await api.db.$executeRaw`DELETE FROM warning`;
  const change = (address: string, key?: string) =>
    api.call("PATCH", "/fiscal-data", { body: { address }, ...(key !== undefined && { key }) });
  await change("Defensa 200");
  for (const key of [api.keys.keys.test, api.keys.keys.production]) {
    const { result } = (await api.call("GET", "/audit-log?action=fiscaldata.update", { key })).body;
    expect(result[0]).toMatchObject({
      production: null,
      after: { address: "Defensa 200" },
      actorApiKeyId: expect.any(Number),
    });
  }
  const [first] = await notices();
  expect(first?.facts.changes).toEqual([
    {
      at: expect.any(String),
      key: { id: expect.any(Number), name: expect.any(String), prefix: api.keys.keys.test.slice(0, 9) },
      before: { address: demo.address },
      after: { address: "Defensa 200" },
    },
  ]);
  expect(first?.dueAt.getTime()).toBeLessThanOrEqual(Date.now());

  for (let number = 1; number <= 22; number += 1) await change(`Defensa 20${number}`);
  const [, second, ...others] = await notices();
  expect(others).toEqual([]);
  expect([second?.facts.changes.length, second?.facts.more]).toEqual([20, 2]);
  expect((second?.dueAt.getTime() ?? 0) - (first?.createdAt.getTime() ?? 0)).toBe(600_000);

  await api.db.$executeRaw`UPDATE warning SET state = 'sent', created_at = now() - interval '1 hour'`;
  await change("Defensa 300");
  expect(await notices()).toHaveLength(3);
  await change("Defensa 300");
  await change("Defensa 400", api.keys.keys.production);
  expect(await notices(), "no change, and a production key").toHaveLength(3);

  await api.db.$executeRaw`UPDATE company SET account_email = NULL WHERE code = 'demo'`;
  await change("Defensa 500");
  expect(await notices(), "an account without an address").toHaveLength(3);
  await api.call("PATCH", "/fiscal-data", { body: demo });
});

test("a change of vatRounding applies to the next voucher", async () => {
  const modeOf = async (idempotency: string) => {
    await api.post(invoiceB({ idempotency }));
    const [row] = await api.db.$queryRaw<{ mode: string }[]>`
      SELECT vat_rounding AS mode FROM issuance WHERE idempotency = ${idempotency}`;
    return row?.mode;
  };
  expect(await modeOf("before")).toBe("auto");
  await api.call("PATCH", "/fiscal-data", { body: { vatRounding: "line" } });
  expect(await modeOf("after")).toBe("line");
});

test("the fiscal data that were read can be sent back unchanged", async () => {
  const { result } = (await api.call("GET", "/fiscal-data")).body;
  expect((await api.call("PATCH", "/fiscal-data", { body: result })).body.result).toEqual(result);
});

test.each([
  { body: { cuit: "20111111112" }, field: "cuit" },
  { body: { name: "" }, field: "name" },
  { body: { name: null }, field: "name" },
  { body: { taxType: 2 }, field: "taxType" },
  { body: { stateId: 25 }, field: "stateId" },
  { body: { activityStart: "2015-02-30" }, field: "activityStart" },
  { body: { activityStart: "yesterday" }, field: "activityStart" },
  { body: { vatRounding: "up" }, field: "vatRounding" },
  { body: { fce: { ...fce, cbu: "2850590940090418135202" } }, field: "fce.cbu" },
  { body: { fce: { ...fce, cbu: "285059094009041813520" } }, field: "fce.cbu" },
  { body: { fce: { ...fce, alias: "corto" } }, field: "fce.alias" },
  { body: { fce: { ...fce, transfer: "XXX" } }, field: "fce.transfer" },
  { body: { fce: { cbu: fce.cbu } }, field: "fce.transfer" },
  { body: { fce: "SCA" }, field: "fce" },
  { body: { activityCode: "62010" }, field: "activityCode" },
  { body: { activityCode: "" }, field: "activityCode" },
  { body: { activityCode: 620_100 }, field: "activityCode" },
  { body: { cbuLegend: "yes" }, field: "cbuLegend" },
  { body: { cbuLegend: null }, field: "cbuLegend" },
  { body: { consumerComplaints: "x".repeat(201) }, field: "consumerComplaints" },
  { body: { consumerComplaints: " " }, field: "consumerComplaints" },
  { body: { mail: null }, field: "mail" },
  { body: { mail: { replyTo: "ana" } }, field: "mail.replyTo" },
  { body: { mail: { replyTo: "ana@a.example, eva@a.example" } }, field: "mail.replyTo" },
  { body: { mail: { senderName: "x".repeat(101) } }, field: "mail.senderName" },
  { body: { mail: { senderName: "" } }, field: "mail.senderName" },
  { body: { footerText: "x".repeat(201) }, field: "footerText" },
  { body: { footerText: "a\u0007" }, field: "footerText" },
  { body: { accentColor: "red" }, field: "accentColor" },
  { body: { accentColor: "#1234567" }, field: "accentColor" },
  { body: { accentColor: "#777777" }, field: "accentColor" },
  { body: "text", field: null },
])("a change of $body is refused at $field and changes nothing", async ({ body, field }) => {
  const before = (await api.call("GET", "/fiscal-data")).body;
  const answer = await api.call("PATCH", "/fiscal-data", { body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", details: { errors: [{ field }] } });
  expect((await api.call("GET", "/fiscal-data")).body).toEqual(before);
});

test("the quota is the current period's, even with an expired subscription, and null without one", async () => {
  const read = async (key: string) => (await api.call("GET", "/quota", { key })).body;
  const before = await read(api.keys.keys.test);
  expect(before).toEqual({
    ok: true,
    result: {
      type: "invoices",
      granted: 100_000,
      used: expect.any(Number),
      remaining: expect.any(Number),
      overage: 0,
      periodEnd: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      breakdown: { production: 0, homologation: before.result.used },
    },
  });
  expect(await read(api.keys.keys.production)).toEqual(before);

  await api.setUntil("2020-01-01");
  expect(await read(api.keys.keys.test)).toEqual(before);
  await api.setUntil("2100-01-01");
  await api.db.$executeRaw`DELETE FROM subscription WHERE company_id = (SELECT id FROM company WHERE code = 'mono')`;
  const mono = await api.call("GET", "/quota", { company: "mono", key: api.keys.mono.keys.test });
  expect([mono.status, mono.body]).toEqual([200, { ok: true, result: null }]);
});

test("whose certificate acts is told, and is no company's to change: what GET gives may be sent back", async () => {
  const { body } = await api.call("GET", "/fiscal-data");
  expect((await api.call("PATCH", "/fiscal-data", { body: body.result })).status).toBe(200);
  const change = { certificate: { mode: "delegated" } };
  const { status, body: refused } = await api.call("PATCH", "/fiscal-data", { body: change });
  expect([status, refused.details.errors[0].field]).toEqual([400, "certificate.mode"]);
  expect(refused.error).toContain("is read only");
  await api.db.company.update({ where: { code: "demo" }, data: { certificateMode: "delegated" } });
  const delegated = (await api.call("GET", "/fiscal-data")).body.result;
  expect(delegated.certificate).toEqual({ mode: "delegated", cuit: null });
  expect((await api.call("PATCH", "/fiscal-data", { body: delegated })).status).toBe(200);
  await api.db.company.update({ where: { code: "demo" }, data: { certificateMode: "own" } });
});
