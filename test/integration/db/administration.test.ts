import { afterAll, beforeAll, expect, test } from "vitest";
import * as keys from "../../../shared/db/company/api-keys.js";
import { addAuditEntries, addAuditEntry } from "../../../shared/db/company/audit-entries.js";
import * as certificates from "../../../shared/db/company/certificates.js";
import * as companies from "../../../shared/db/company/companies.js";
import { findDelegated } from "../../../shared/db/company/delegations.js";
import * as points from "../../../shared/db/company/points-of-sale.js";
import { findUsage, listUsage } from "../../../shared/db/company/subscriptions.js";
import * as tickets from "../../../shared/db/company/tickets.js";
import { openDatabase, type Transaction } from "../../../shared/db/pool/database.js";
import { openTenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import * as webhooks from "../../../shared/db/webhooks/endpoints.js";
import { createSealer } from "../../../shared/sealing/sealer.js";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { createSecretSeal } from "../../../shared/sealing/secret-seal.js";
import { createDemoDatabase, demoSecretKey } from "../../support/servers/demo-database.js";

// What a statement writes is read by Prisma's model of the table, and what it gives is what that model has: by the driver alone, within a
// transaction, which is Prisma's, and through a company's views.

let database: Awaited<ReturnType<typeof createDemoDatabase>>;
let opened: ReturnType<typeof openDatabase>;
let tenants: ReturnType<typeof openTenantDatabase>;
let companyId: number;
const production = false;

beforeAll(async () => {
  database = await createDemoDatabase();
  opened = openDatabase(database.url, { connections: 3 });
  tenants = openTenantDatabase(database.url, { connections: 3, perTenant: 2 });
  companyId = (await opened.db.company.findUniqueOrThrow({ where: { code: "demo" } })).id;
});
afterAll(async () => {
  await tenants?.close();
  await opened?.close();
  await database?.drop();
});

const tenant = () => ({ companyId, production });

/** Reads in each way, which all give the same. */
async function everyWay<Read>(read: (db: Transaction) => Promise<Read>): Promise<Read> {
  const { db } = opened;
  const ofTenant = tenants.of(tenant());
  const [first, ...others] = [
    await read(db),
    await db.$transaction(read),
    await read(ofTenant),
    await ofTenant.$transaction(read),
  ];
  for (const other of others) expect(other).toEqual(first);
  return first as Read;
}

const legends = [{ text: "Ley 1", on: "every", from: null }] as never;
const whole: companies.NewCompany = {
  ...{ code: "whole", cuit: "30712345671", name: "Ñandú S.A.", taxType: 1, address: "Calle 1", stateId: 0, legends },
  ...{ grossIncome: "901-1", activityStart: "2015-03-01", accountEmail: "a@whole.example", vatRounding: "line" },
  ...{ homologationMail: "own", invitations: "any", activityCode: "471130", certificateMode: "delegated" },
  ...{ fce: { cbu: "0110012330001200000012", alias: null, transfer: "SCA" } as never, cbuLegend: true },
  ...{ consumerComplaints: "150", accentColor: "#AABBCC", footerText: "Gracias", withheldA: true },
  mail: { replyTo: "a@whole.example", senderName: "Ñandú" },
  ...{ monotributoCategory: null, sircip: { from: "20260101", ownPerceptions: [2], exempt: [] } },
};
const bare = { code: "bare", cuit: "20111111112", name: "Bare", taxType: 6 };
const noMail = { replyTo: null, senderName: null };
const cleared = {
  ...{ address: null, stateId: null, grossIncome: null, activityStart: null, accountEmail: null, fce: null },
  ...{ activityCode: null, consumerComplaints: null, accentColor: null, footerText: null },
};

test("a company is kept with all that is given, with the defaults of its columns, and without what is cleared", async () => {
  const { db } = opened;
  const model = (code: string) => db.company.findUniqueOrThrow({ where: { code } });
  const created = await companies.createCompany(db, whole);
  const kept = await model("whole");
  expect(kept).toMatchObject({ ...whole, activityStart: new Date("2015-03-01") });
  expect(created).toEqual({ ...whole, id: kept.id, created: kept.createdAt.toISOString() });
  expect(Math.abs(kept.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
  expect(await companies.createCompany(db, whole)).toBeUndefined();
  // Commands print a company in this order.
  const shown =
    "id code cuit name taxType address stateId grossIncome accountEmail activityCode cbuLegend consumerComplaints";
  const rest =
    "accentColor footerText withheldA monotributoCategory vatRounding homologationMail invitations certificateMode fce legends mail sircip";
  expect(Object.keys(created ?? {}).join(" ")).toBe(`${shown} ${rest} activityStart created`);

  const defaults = { vatRounding: "auto", homologationMail: "any", invitations: "production", certificateMode: "own" };
  const usual = { ...bare, ...cleared, ...defaults, cbuLegend: false, withheldA: false, legends: [], mail: noMail };
  expect(await companies.createCompany(db, bare)).toMatchObject(usual);
  expect(await model("bare")).toMatchObject(usual);

  expect(await companies.updateCompany(db, kept.id, {})).toEqual(created);
  const changed = { ...cleared, name: "Otro", legends: [], cbuLegend: false };
  const after = await companies.updateCompany(db, kept.id, changed);
  expect(after).toEqual({ ...created, ...changed });
  expect(await model("whole")).toMatchObject(changed);
  expect(await db.$queryRaw`SELECT fce IS NULL AS gone FROM company WHERE code = 'whole'`).toEqual([{ gone: true }]);
  expect(await companies.getCompany(db, kept.id)).toEqual(after);
  expect((await companies.listCompanies(db)).map(({ code }) => code)).toEqual(["bare", "demo", "mono", "whole"]);
  expect(await companies.listCompanyIds(db)).toHaveLength(4);
  expect(await findDelegated(db)).toEqual([kept.id]);
  await expect(companies.getCompany(db, 0)).rejects.toThrow("there is no company 0");
  expect(await everyWay((tx) => companies.findCompany(tx, "demo"))).toMatchObject({ activityStart: "2015-03-01" });
});

test("a point of sale is kept with all that is given, and nothing is null in the database, never an empty list", async () => {
  const { db } = opened;
  const of = tenant();
  const at = (number: number) => ({ where: { companyId_production_number: { ...of, number } } });
  const given: points.PointOfSaleChanges = {
    ...{
      name: "Caja",
      printedName: "Sucursal",
      address: "Calle 2",
      enabled: false,
      exclusive: true,
      activity: "471130",
    },
    ...{ authorization: "CAE", contingencyPos: 3, layout: "ticket80", legends, saleCondition: "Contado" },
    ...{ additionalDataKeys: [{ key: "a", label: "A" }] as never, optionals: [{ id: "1", value: "x" }] as never },
    activities: [{ id: 1 }],
  };
  const made = await points.insertPointOfSale(db, of, { number: 40, ...given });
  const { authorization, ...sameName } = given;
  const { createdAt, ...kept } = await db.pointOfSale.findUniqueOrThrow(at(40));
  expect(kept).toMatchObject({ ...sameName, authorization, cuit: "30712345671" });
  expect(made).toEqual({ ...given, number: 40, hasLogo: false, created: createdAt.toISOString() });
  expect(await everyWay((tx) => points.findPointOfSale(tx, of, 40))).toEqual(made);

  const [usual] = [await points.insertPointOfSale(db, of, { number: 41 })];
  expect(usual).toMatchObject({ enabled: true, exclusive: false, authorization: "CAE", layout: "a4", legends: [] });
  expect(usual).toMatchObject({ name: null, additionalDataKeys: [], optionals: null, activities: null });
  expect(await points.updatePointOfSale(db, of, 40, { optionals: [], activities: null })).toEqual({
    ...made,
    ...{ optionals: null, activities: null },
  });
  expect(
    await db.$queryRaw`
    SELECT optionals IS NULL AND activities IS NULL AS gone FROM point_of_sale WHERE number = 40 AND company_id = ${companyId}`,
  ).toEqual([{ gone: true }]);
  const emptied = await points.updatePointOfSale(db, of, 40, {});
  expect(emptied.name).toBe("Caja");
  await points.setLogoKey(db, of, 40, "logo");
  expect(await everyWay((tx) => points.findLogoKey(tx, of, 40))).toBe("logo");
  expect(await everyWay((tx) => points.findLogoKey(tx, of, 41))).toBeNull();
  expect(await everyWay((tx) => points.findLogoKey(tx, of, 42))).toBeUndefined();
  expect(await everyWay((tx) => points.listReplaced(tx, of, 3))).toEqual([40]);
  const numbers = (await everyWay((tx) => points.listPointsOfSale(tx, of))).map(({ number }) => number);
  expect(numbers).toEqual([1, 2, 3, 40, 41]);
  expect(await everyWay((tx) => points.countPointsOfSale(tx, of))).toBe(5);
  const page = await everyWay((tx) => points.listPointsOfSale(tx, of, { limit: 1, offset: 3 }));
  expect(page).toEqual([{ ...emptied, hasLogo: true }]);
});

test("keys are kept by their hash, and listed, counted and revoked in their own environment", async () => {
  const { db } = opened;
  const of = tenant();
  const before = await keys.countApiKeys(db, of);
  const expires = new Date(Date.now() + 60_000);
  const made = await keys.createApiKey(db, { ...of, name: "Ñ", scopes: ["read", "configure"], expires });
  const kept = await db.apiKey.findUniqueOrThrow({ where: { id: made.id } });
  expect(kept).toMatchObject({ ...of, name: "Ñ", scopes: ["read", "configure"], expiresAt: expires, revokedAt: null });
  expect(Buffer.from(kept.hash)).toEqual(Buffer.from(keys.hashOf(made.secret)));
  expect(made).toMatchObject({
    prefix: kept.prefix,
    created: kept.createdAt.toISOString(),
    expires: expires.toISOString(),
  });
  const { secret, ...shown } = made;
  expect(secret).toMatch(/^TEST_/);
  const endless = await keys.createApiKey(db, { ...of, name: "b", scopes: [] });
  const past = await keys.createApiKey(db, { ...of, name: "c", scopes: ["configure"], expires: new Date(1) });

  expect(await everyWay((tx) => keys.listApiKeys(tx, of, { limit: 1, offset: before }))).toEqual([shown]);
  expect(await everyWay((tx) => keys.countApiKeys(tx, of))).toBe(before + 3);
  expect(await everyWay((tx) => keys.countApiKeysInForce(tx, of))).toBe(before + 2);
  expect(await everyWay((tx) => keys.findKeyEnd(tx, of, made.id))).toEqual(expires);
  expect(await everyWay((tx) => keys.findKeyEnd(tx, of, endless.id))).toBeNull();
  expect(await keys.findKeyEnd(db, { companyId, production: true }, made.id)).toBeNull();
  expect(await everyWay((tx) => keys.isLastConfiguring(tx, of, made.id))).toBe(false);
  const [first] = await keys.listApiKeys(db, of);
  expect(await keys.revokeApiKey(db, of, first?.id ?? 0)).toBe(true);
  expect(await keys.revokeApiKey(db, of, first?.id ?? 0)).toBe(false);
  expect(await keys.revokeApiKey(db, { companyId, production: true }, made.id)).toBeUndefined();
  expect(await everyWay((tx) => keys.isLastConfiguring(tx, of, made.id))).toBe(true);
  expect(await everyWay((tx) => keys.isLastConfiguring(tx, of, past.id))).toBe(false);
});

test("a new certificate takes the place of the one in use: a company's, or the operator's", async () => {
  const { db } = opened;
  const sealer = createSealer(await publicKeyOf(demoSecretKey));
  const request = { alias: "otro", csrPem: "CSR", privateKeyPem: "KEY" };
  const installed = { certificatePem: "PEM", expiresAt: new Date("2030-01-02T03:04:05.678Z") };
  const activeOf = (of: certificates.CertificateHolder) => db.certificate.findMany({ where: { ...of, active: true } });
  for (const [holder, cuit] of [[tenant()], [{ companyId: null, production }, "20111111112"]] as const) {
    const made = await certificates.createCertificate(db, sealer, { ...holder, ...request });
    const kept = await db.certificate.findUniqueOrThrow({ where: { id: made.id } });
    expect(kept).toMatchObject({
      ...holder,
      alias: "otro",
      csr: "CSR",
      active: false,
      certificate: null,
      expiresAt: null,
    });
    expect(made).toMatchObject({ alias: "otro", active: false, expires: null, created: kept.createdAt.toISOString() });
    expect(await db.$transaction((tx) => certificates.findCertificate(tx, holder, made.id))).toEqual(made);
    expect(await certificates.findCertificate(db, { companyId, production: true }, made.id)).toBeUndefined();
    const given = { ...holder, id: made.id, ...installed, ...(cuit && { cuit }) };
    const active = await db.$transaction((tx) => certificates.activateCertificate(tx, given));
    expect(active).toEqual({ ...made, active: true, expires: "2030-01-02T03:04:05.678Z" });
    expect(await activeOf(holder)).toMatchObject([{ id: made.id, certificate: "PEM", cuit: cuit ?? null, ...holder }]);
    expect((await certificates.listCertificates(db, holder)).at(-1)).toEqual(active);
  }
  const of = tenant();
  expect(await activeOf({ companyId, production: true })).toHaveLength(1);
  expect(await everyWay((tx) => certificates.countCertificates(tx, of))).toBe(2);
  expect(await everyWay((tx) => certificates.countCurrentCertificates(tx, of))).toBe(1);
  expect(await everyWay((tx) => certificates.listCertificates(tx, of, { limit: 5, offset: 1 }))).toHaveLength(1);
});

test("an audit entry says who did what, and keeps NULL where nothing was before or after", async () => {
  const { db } = opened;
  const before = { name: "Ñ", when: new Date(0), gone: undefined, list: [1.5, null] };
  const record = { companyId, production: null, action: "a.b", resourceId: "1" };
  const { id } = await addAuditEntry(db, { type: "apikey", apiKeyId: 7 }, { ...record, before });
  const kept = await db.auditEntry.findFirstOrThrow({ where: { id } });
  expect(kept).toMatchObject({ ...record, actorType: "apikey", actorApiKeyId: 7, actorEmail: null, actorName: null });
  expect(kept).toMatchObject({
    before: { name: "Ñ", when: "1970-01-01T00:00:00.000Z", list: [1.5, null] },
    after: null,
  });
  expect(Object.keys(kept.before as object)).not.toContain("gone");
  const both = [true, false].map((production) => ({ ...record, production, action: "c.d", after: { n: 1 } }));
  await db.$transaction((tx) => addAuditEntries(tx, { type: "admin", name: "op" }, both));
  await addAuditEntries(db, { type: "user", email: "a@b.example" }, []);
  const entries = await db.auditEntry.findMany({ where: { action: "c.d" }, orderBy: { id: "asc" } });
  expect(entries.map(({ production }) => production)).toEqual([true, false]);
  for (const entry of entries) expect(entry).toMatchObject({ actorType: "admin", actorName: "op", after: { n: 1 } });
  expect(
    await db.$queryRaw`SELECT count(*)::int AS gone FROM audit_entry WHERE action = 'c.d' AND before IS NULL`,
  ).toEqual([{ gone: 2 }]);
});

test("usage is told by period, the latest first, and a period without a row has none", async () => {
  const { db } = opened;
  const { anchor } = (await findUsage(db, companyId, "2027-05-20")) as { anchor: string };
  const none = { extra: 0, reserved: 0, usedProduction: 0, usedHomologation: 0 };
  const unused = await everyWay((tx) => findUsage(tx, companyId, anchor));
  expect(unused).toMatchObject({ ...none, periodStart: anchor });
  const used = { extra: 5, reserved: 1, usedProduction: 2, usedHomologation: 3 };
  await db.usagePeriod.create({ data: { companyId, periodStart: new Date(anchor), ...used, lastReserved: 1 } });
  await db.usagePeriod.create({ data: { companyId, periodStart: new Date("2020-01-31") } });
  expect(await everyWay((tx) => findUsage(tx, companyId, anchor))).toEqual({ ...unused, ...used });
  expect(await everyWay((tx) => listUsage(tx, companyId))).toEqual([
    { ...unused, ...used },
    { ...unused, periodStart: "2020-01-31" },
  ]);
});

test("a ticket, its failure and its new seal are kept on the row of its certificate and service", async () => {
  const { db } = opened;
  const { id } = await db.certificate.findFirstOrThrow({ where: { companyId, production: true } });
  const seals = [1, 2].map((byte) => createSecretSeal(Buffer.alloc(32, byte).toString("base64"))) as never[];
  const [from, to] = seals as unknown as [ReturnType<typeof createSecretSeal>, ReturnType<typeof createSecretSeal>];
  expect(await tickets.readTicket(db, from, id, "wsfe")).toBeUndefined();
  expect(await tickets.claimLogin(db, id, "wsfe")).toBe(true);
  expect(await tickets.readTicket(db, from, id, "wsfe")).toBeUndefined();
  expect(await tickets.readLoginFailure(db, id, "wsfe")).toBeUndefined();
  await tickets.saveLoginFailure(db, id, "wsfe", { kind: "down", cause: "Ñ" });
  expect(await tickets.readLoginFailure(db, id, "wsfe")).toEqual({ kind: "down", cause: "Ñ" });
  expect((await db.ticket.findMany({ where: { certificateId: id } }))[0]?.failure).toEqual({
    kind: "down",
    cause: "Ñ",
  });
  const times = { generatedAt: new Date("2026-03-01T00:00:00.123Z"), expiresAt: new Date("2026-03-01T12:00:00Z") };
  const ticket = { token: "t", sign: "s", ...times };
  await tickets.saveTicket(db, from, id, "wsfe", { ...ticket, taxpayers: null });
  await tickets.claimLogin(db, id, "other");
  expect(await tickets.readTicket(db, from, id, "wsfe")).toEqual(ticket);
  expect(await db.$transaction((tx) => tickets.resealTickets(tx, { from, to }))).toBe(1);
  expect(await tickets.readTicket(db, to, id, "wsfe")).toEqual(ticket);
  expect(await tickets.readTicket(db, from, id, "wsfe")).toBeUndefined();
});

test("a webhook keeps what a change leaves out, and one that is enabled or moves begins anew", async () => {
  const { db } = opened;
  const of = tenant();
  const fields = { url: "https://example.com/Ñ", events: ["a", "b"], description: "D" };
  const made = await tenants.of(of).$transaction((tx) => webhooks.insertWebhook(tx, of, fields));
  const model = () => db.webhook.findUniqueOrThrow({ where: { id: made.id } });
  expect(await model()).toMatchObject({ ...of, ...fields, enabled: true, disabledReason: null, listeningUntil: null });
  expect(made).toEqual({ id: made.id, ...fields, enabled: true, disabledReason: null, created: made.created });
  expect(made.created).toBe((await model()).createdAt.toISOString());

  const failingSince = new Date("2026-03-01T00:00:00Z");
  const fail = () =>
    db.webhook.update({ where: { id: made.id }, data: { enabled: false, disabledReason: "failing", failingSince } });
  await fail();
  expect(await webhooks.updateWebhook(db, of, made.id, {})).toMatchObject({ ...fields, disabledReason: "failing" });
  expect(await webhooks.updateWebhook(db, of, made.id, { description: null, events: ["*"] })).toMatchObject({
    ...{ url: fields.url, events: ["*"], description: null, enabled: false },
  });
  expect((await model()).failingSince).toEqual(failingSince);
  await webhooks.updateWebhook(db, of, made.id, { url: "https://example.com/2" });
  expect(await model()).toMatchObject({ failingSince: null, enabled: false, disabledReason: "failing" });
  await fail();
  await tenants
    .of(of)
    .$transaction((tx) => webhooks.updateWebhook(tx, of, made.id, { enabled: true, description: "E" }));
  expect(await model()).toMatchObject({ failingSince: null, enabled: true, disabledReason: null, description: "E" });

  await db.webhook.create({ data: { ...of, ...fields, listeningUntil: failingSince } });
  const listed = await everyWay((tx) => webhooks.listWebhooks(tx, of));
  expect(listed.map(({ id }) => id)).toEqual([made.id]);
  expect(await everyWay((tx) => webhooks.listWebhooks(tx, of, { limit: 9, offset: 1 }))).toEqual([]);
  expect(await everyWay((tx) => webhooks.countWebhooks(tx, of))).toBe(1);
  expect(await everyWay((tx) => webhooks.findWebhook(tx, of, made.id))).toEqual(listed[0]);
  expect(await webhooks.findWebhook(db, { companyId, production: true }, made.id)).toBeUndefined();
  await webhooks.deleteWebhook(db, { companyId, production: true }, made.id);
  expect(await model()).toBeTruthy();
  await webhooks.deleteWebhook(db, of, made.id);
  expect(await webhooks.findWebhook(db, of, made.id)).toBeUndefined();
});
