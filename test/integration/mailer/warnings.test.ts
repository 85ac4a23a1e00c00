import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCompany } from "../../../api/operations/companies.js";
import { backoffFrom } from "../../../mailer/backoff.js";
import { compileTemplate } from "../../../mailer/compile-template.js";
import { composeWarning } from "../../../mailer/compose-warning.js";
import { openDelivery } from "../../../mailer/delivery.js";
import { type Fill, fillerOf } from "../../../mailer/template.js";
import { type WarnDeps, warnCompanies } from "../../../mailer/warn.js";
import {
  dueWarnings,
  expiringCertificates,
  expiringKeys,
  followingPlans,
  heavyUsage,
  lapsingSubscriptions,
  recordWarnings,
} from "../../../shared/db/company/warnings.js";
import { listOpenCodes } from "../../../shared/db/contingency/open-codes.js";
import { openOutboxRow } from "../../../shared/db/delivery/outgoing.js";
import { listPlans, recordPlan, recordRetirement, savePaidPlan } from "../../../shared/db/payments/plans.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { addDays, addMonths, argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { printDate } from "../../../shared/domain/formats.js";
import { createLog } from "../../../shared/logging/log.js";
import { nthCuit } from "../../support/samples/cuit.js";
import { mailFrom } from "../../support/samples/mailing.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";
import { type Behaviour, type ScriptedSmtp, startScriptedSmtp } from "../../support/servers/scripted-smtp.js";

const today = argentineDay(Date.now());
const dayMs = 86_400_000;
let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
let db: Database;
/** What the mailer's own role may read. */
let own: ReturnType<typeof openDatabase>;
let fill: Fill;
let server: ScriptedSmtp;
const behaviours: Behaviour[] = [];

beforeAll(async () => {
  database = await createDatabase();
  opened = openDatabase(database.url, { connections: 8 });
  db = opened.db;
  own = openDatabase(asProcess(database.url, "mailer"), { connections: 2 });
  fill = fillerOf(await compileTemplate("warning"));
  server = await startScriptedSmtp(() => behaviours.shift());
});
afterAll(async () => {
  for (const close of closers) close();
  await server.close();
  await Promise.all([opened.close(), own.close()]);
  await database.drop();
});

const closers: (() => void)[] = [];

function openMailer(nowMs = Date.now()): WarnDeps {
  const delivery = openDelivery(server.url, { connections: 2, timeoutMs: 5_000 });
  closers.push(delivery.close);
  return {
    outgoing: openOutboxRow(db, "warning"),
    deliver: delivery.deliver,
    backoff: backoffFrom(1),
    random: () => 0.5,
    heavyUsage: () => heavyUsage(db),
    expiringCertificates: () => expiringCertificates(db),
    expiringKeys: () => expiringKeys(db),
    lapsingSubscriptions: () => lapsingSubscriptions(db),
    followingPlans: () => followingPlans(db),
    openCodes: () => listOpenCodes(own.db),
    recordWarnings: (warnings) => recordWarnings(db, warnings),
    dueWarnings: (limit) => dueWarnings(db, limit),
    compose: (warning) => composeWarning(fill, { from: mailFrom, appUrl: undefined }, warning),
    now: () => nowMs,
    log: createLog("test", "silent"),
  };
}

const warn = (nowMs?: number) => warnCompanies(openMailer(nowMs));

let companies = 0;

/** Adds a company with ten vouchers a month. */
async function addCompany({ email = true, until = addMonths(today, 12) } = {}) {
  companies += 1;
  const code = `warned-${companies}`;
  const { id } = await openCompany(
    db,
    { type: "system" },
    {
      code,
      cuit: nthCuit(companies),
      name: `Empresa ${companies}`,
      taxType: 1,
      accountEmail: email ? `${code}@example.com` : null,
    },
    { anchor: today, until, monthlyVouchers: 10 },
  );
  const use = (vouchers: number) =>
    db.$executeRaw`
      INSERT INTO usage_period AS u (company_id, period_start, used_production) VALUES (${id}, ${today}::date, ${vouchers})
      ON CONFLICT (company_id, period_start) DO UPDATE SET used_production = u.used_production + ${vouchers}`;
  const received = () => server.received.filter(({ to }) => to === `${code}@example.com`);
  return { id, code, use, received };
}

test("the account is warned once per period at 90 % of the quota, and not before", async () => {
  const { id, use, received } = await addCompany();
  await use(8);
  await warn();
  expect(received()).toEqual([]);
  await use(1);
  await warn();
  expect(received().map(({ email }) => email.subject)).toEqual([
    `Queda poco de su cupo mensual de comprobantes: Empresa ${companies}`,
  ]);
  expect(received()[0]?.email.text).toContain("9 de los 10 comprobantes");
  await use(1);
  await warn();
  expect(received()).toHaveLength(1);

  await db.$executeRaw`
    UPDATE usage_period SET period_start = ${addMonths(today, 1)}::date WHERE company_id = ${id}`;
  await db.$executeRaw`UPDATE subscription SET anchor = ${addMonths(today, 1)}::date WHERE company_id = ${id}`;
  await warn(Date.parse(`${addMonths(today, 1)}T12:00:00-03:00`));
  expect(received()).toHaveLength(2);
});

test("a stopping mailer starts no further delivery, and the warning stays due", async () => {
  const { use, received } = await addCompany();
  await use(9);
  await warnCompanies(openMailer(), AbortSignal.abort());
  expect(received()).toEqual([]);
  await warn();
  expect(received()).toHaveLength(1);
});

test("of several mailers, while vouchers are issued, only one sends the warning, once", async () => {
  const { use, received, id } = await addCompany();
  const mailers = Array.from({ length: 4 }, () => openMailer());
  await Promise.all([
    ...Array.from({ length: 10 }, () => use(1)),
    ...mailers.flatMap((deps) => [warnCompanies(deps), warnCompanies(deps), warnCompanies(deps)]),
  ]);
  await Promise.all(mailers.map((deps) => warnCompanies(deps)));
  expect(received()).toHaveLength(1);
  expect(await db.warning.findMany({ where: { companyId: id }, select: { state: true, attempts: true } })).toEqual([
    { state: "sent", attempts: 1 },
  ]);
});

test("a key's end is warned of 7 days and 1 day ahead, once each, except for a revoked key", async () => {
  const { id: companyId, received } = await addCompany();
  const add = (name: string, over = {}) =>
    db.apiKey.create({
      data: {
        companyId,
        production: false,
        name,
        prefix: "TEST_abcd",
        hash: randomBytes(32),
        scopes: ["read"],
        expiresAt: new Date(Date.now() + 7 * dayMs),
        createdAt: new Date(Date.now() - dayMs),
        ...over,
      },
    });
  await add("Tienda");
  await add("revocada", { revokedAt: new Date() });
  await add("vencida", { expiresAt: new Date(Date.now() - 1_000) });
  await add("eterna", { expiresAt: null });
  await warn();
  await warn();
  expect(received().map(({ email }) => email.subject)).toEqual([expect.stringMatching(/clave de API vence en 7 días/)]);
  expect(received()[0]?.email.text).toContain("«Tienda» (TEST_abcd…), de homologación");
  await warn(Date.now() + 6 * dayMs);
  expect(received()).toHaveLength(2);
});

test("a certificate's end is warned of 30, 7 and 1 days ahead, once each, except for a replaced certificate", async () => {
  const { id, received } = await addCompany();
  const expiresAt = new Date(Date.now() + 30 * dayMs);
  const certificate = {
    companyId: id,
    production: true,
    alias: "a",
    csr: "",
    certificate: "PEM",
    sealedKey: Buffer.of(),
    expiresAt,
  };
  await db.certificate.create({ data: { ...certificate, active: true } });
  await db.certificate.create({ data: { ...certificate, active: false } });
  for (const daysLater of [0, 10, 23, 25, 29]) await warn(Date.now() + daysLater * dayMs);
  expect(received().map(({ email }) => email.subject)).toEqual([
    expect.stringContaining("en 30 días"),
    expect.stringContaining("en 7 días"),
    expect.stringContaining("mañana"),
  ]);
});

test("a subscription's end is warned of 7 days and 1 day ahead, once each, and again after a renewal", async () => {
  const until = argentineDay(Date.now() + 7 * dayMs);
  const { id, received } = await addCompany({ until });
  for (const daysLater of [0, 3, 6, 7, 8]) await warn(Date.now() + daysLater * dayMs);
  expect(received().map(({ email }) => email.subject)).toEqual([
    expect.stringContaining("en 7 días"),
    expect.stringContaining("mañana"),
  ]);
  await db.$executeRaw`
    UPDATE subscription SET until = ${argentineDay(Date.now() + 5 * dayMs)}::date WHERE company_id = ${id}`;
  await warn();
  expect(received()).toHaveLength(3);
});

test("a company without an address is warned as soon as it has one", async () => {
  const { id, code, use, received } = await addCompany({ email: false });
  await use(10);
  await warn();
  expect(await db.warning.count({ where: { companyId: id } })).toBe(0);
  await db.company.update({ where: { id }, data: { accountEmail: `${code}@example.com` } });
  await warn();
  expect(received()).toHaveLength(1);
});

test("a warning that was deferred or whose answer was lost is sent again later as the same message", async () => {
  const { id, use, received } = await addCompany();
  await use(9);
  behaviours.push({ refuse: 451, at: "rcpt" }, { drop: "data" });
  await warn();
  expect(await db.warning.findFirst({ where: { companyId: id } })).toMatchObject({
    state: "due",
    attempts: 1,
    smtpResponse: expect.stringMatching(/^451/),
  });
  for (let round = 0; round < 2; round += 1) {
    await db.$executeRaw`UPDATE warning SET due_at = now() - interval '1 second' WHERE company_id = ${id}`;
    await warn();
  }
  expect(received().map(({ told }) => told)).toEqual(["lost", "taken"]);
  expect(new Set(received().map(({ messageId }) => messageId)).size).toBe(1);
  expect(await db.warning.findFirst({ where: { companyId: id } })).toMatchObject({ state: "sent", unknownOutcomes: 1 });
});

/** A company with a point of sale of CAEA and the code of a fortnight that is to be reported in so many days. */
async function addCode(daysLeft: number) {
  const company = await addCompany();
  const companyId = company.id;
  const reportBy = toFiscalDate(addDays(today, daysLeft));
  const [validFrom, validTo] = [addDays(today, daysLeft - 22), addDays(today, daysLeft - 8)].map(toFiscalDate);
  const point = { companyId, production: false, authorization: "CAEA" };
  await db.pointOfSale.createMany({
    data: [
      { ...point, number: 7 },
      { ...point, number: 8 },
    ],
  });
  const code = String(26_000_000_000_000 + companyId);
  const { id: caeaId } = await db.caea.create({
    data: {
      ...{ companyId, production: false, period: 203111, fortnight: 1, code, reportBy },
      ...{ validFrom: validFrom ?? "", validTo: validTo ?? "", grantedAt: new Date() },
    },
  });
  async function use(posNumber: number, state: "due" | "sent" | "rejected" | "reported") {
    const id = (await db.voucher.count()) + 1;
    await storeVouchers(db, [importedVoucher({ id, companyId, pos: posNumber, type: 6 })]);
    const sent = state === "sent" ? { epoch: 1, sentAt: new Date() } : {};
    const reportedAt = state === "reported" ? new Date() : null;
    await db.caeaReport.create({
      data: {
        ...{ voucherId: id, companyId, production: false, posNumber, voucherType: 6, voucherNumber: id, caeaId },
        ...{ declared: {}, generatedAt: new Date(), state, reportedAt, ...sent },
      },
    });
  }
  const declare = (posNumber: number) =>
    db.caeaUnused.create({ data: { caeaId, companyId, production: false, posNumber, informedAt: new Date() } });
  return { ...company, code, use, declare };
}

test("what is open of a code is warned of from 3 days before its last day to report, once", async () => {
  const { id, code, use, received } = await addCode(4);
  for (const state of ["due", "sent", "rejected", "reported"] as const) await use(7, state);
  await warn();
  expect(received()).toEqual([]);
  await warn(Date.now() + dayMs);
  await warn(Date.now() + 2 * dayMs);
  expect(received().map(({ email }) => email.subject)).toEqual([
    expect.stringContaining("La contingencia se debe informar a ARCA hasta el"),
  ]);
  expect(received()[0]?.email.text).toContain("informar 3 comprobantes, 1 rechazado por ARCA");
  expect(received()[0]?.email.text).toContain("declarar sin movimiento 1 punto de venta");
  const { subject, facts } = await db.warning.findFirstOrThrow({ where: { companyId: id } });
  expect(subject).toBe(code);
  expect(facts).toEqual({
    ...{ kind: "report", production: false, code, period: 203111, fortnight: 1 },
    ...{ reportBy: toFiscalDate(addDays(today, 4)), unreported: 3, rejected: 1, undeclared: 1 },
  });
});

test("a point of sale that is not declared yet is enough to warn, and nothing open is not", async () => {
  const open = await addCode(3);
  await open.use(7, "reported");
  const closed = await addCode(3);
  await closed.use(7, "reported");
  await closed.declare(8);
  await warn();
  expect(open.received()).toHaveLength(1);
  expect(closed.received()).toEqual([]);
});

test("a company is told once, a month before, by which plan it goes on", async () => {
  const { id, received } = await addCompany();
  const plan = { monthly: 100, months: 1, extra: null };
  await recordPlan(db, { ...plan, code: "old", name: "Viejo", price: "100.00" });
  await recordPlan(db, { ...plan, code: "following", name: "Nuevo", price: "20000.00" });
  const [following, old] = await listPlans(db);
  await savePaidPlan(db, id, old?.id ?? 0);
  const from = addDays(today, 31);
  await recordRetirement(db, old?.id ?? 0, { id: following?.id ?? 0, from });
  await warn();
  expect(received()).toEqual([]);
  await db.$executeRaw`UPDATE plan SET next_from = ${addDays(today, 30)}::date WHERE code = 'old'`;
  for (const _ of [1, 2]) await warn();
  expect(received().map(({ email }) => email.subject)).toEqual([
    `Su plan cambia el ${printDate(addDays(today, 30))}: Empresa ${companies}`,
  ]);
  expect(received()[0]?.email.text).toContain("«Nuevo»: $ 20.000,00 por un mes, final.");
});
