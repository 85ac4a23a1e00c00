import { addApiKey } from "../../api/operations/api-keys.js";
import { installCertificate, requestCertificate } from "../../api/operations/certificates.js";
import { changeCompany, openCompany } from "../../api/operations/companies.js";
import type { Operator } from "../../api/operations/operator.js";
import { changePlan } from "../../api/operations/payments.js";
import { addPointOfSale } from "../../api/operations/points-of-sale.js";
import { findCaller, hashOf } from "../../shared/db/company/api-keys.js";
import { scopes } from "../../shared/db/company/caller.js";
import { type Company, findCompany, type NewCompany } from "../../shared/db/company/companies.js";
import { findIssuingState } from "../../shared/db/company/issuing-state.js";
import { findPointOfSale } from "../../shared/db/company/points-of-sale.js";
import { findPaidSubscription, listPlans, recordPlan } from "../../shared/db/payments/plans.js";
import { type Database, openDatabase } from "../../shared/db/pool/database.js";
import { addMonths, argentineDay } from "../../shared/domain/calendar.js";
import { createSealer, type Sealer } from "../../shared/sealing/sealer.js";
import { type DemoPerson, seedPerson } from "./seed-person.js";

export interface CompanyKeys {
  test: string;
  production: string;
}

/** The secrets of the demo companies: their API keys, and the password of who signs in. They are known only at creation, so the caller must store them. */
export interface Keys {
  keys: CompanyKeys;
  mono: { keys: CompanyKeys };
  /** Of the company that bills, where plans can be paid. */
  operador?: { keys: CompanyKeys };
  app: DemoPerson;
}

interface SeedOptions {
  databaseUrl: string;
  /** The public key to which the private keys are sealed. */
  sealingKey: string;
  /** An older sandbox had no person. */
  existing?: (Omit<Keys, "app"> & { app?: DemoPerson }) | undefined;
  signCertificate: (csrPem: string) => Promise<string>;
  /** Give the companies an activity, so that every report answers. */
  hasActivities?: boolean;
  /** Give them a plan that can be paid, and make the company that bills. */
  hasPlan?: boolean;
}

const demo: NewCompany = {
  code: "demo",
  cuit: "30712345671",
  name: "Almacén del Puerto S.A.",
  taxType: 1,
  address: "Av. Corrientes 1234, Ciudad Autónoma de Buenos Aires",
  stateId: 0,
  grossIncome: "901-123456-7",
  activityStart: "2015-03-01",
  accountEmail: "administracion@demo.example",
};

const mono: NewCompany = {
  code: "mono",
  cuit: "20111111112",
  name: "Taller Rivadavia",
  taxType: 6,
  address: "Rivadavia 456, Rosario, Santa Fe",
  stateId: 12,
  grossIncome: "021-654321-9",
  activityStart: "2019-08-15",
  accountEmail: "cuenta@mono.example",
};

const operador: NewCompany = {
  code: "operador",
  cuit: "30709876542",
  name: "Talonario Servicios S.A.",
  taxType: 1,
  address: "Av. de Mayo 700, Ciudad Autónoma de Buenos Aires",
  stateId: 0,
  grossIncome: "901-987654-3",
  activityStart: "2020-01-01",
  accountEmail: "operador@talonario.example",
};

/** Of the companies' vouchers. */
const activityOf = new Map([
  [demo, "471130"],
  [mono, "452990"],
]);

/** Creates the two demo companies of the sandbox, ready to issue in both environments. Existing data stays. */
export async function seedDemo({
  databaseUrl,
  sealingKey,
  existing,
  signCertificate,
  hasActivities = false,
  hasPlan = false,
}: SeedOptions): Promise<Keys> {
  const { db, close } = openDatabase(databaseUrl, { connections: 2 });
  const sealer = createSealer(sealingKey);
  try {
    const seed = async (company: NewCompany, numbers: number[], known: CompanyKeys | undefined) => {
      const keys = await seedCompany({ db, sealer, signCertificate }, company, numbers, known);
      const { id: companyId, activityCode } = await getSeeded(db, company);
      if (hasActivities && activityCode === null)
        await changeCompany({ db, actor: system, companyId }, { activityCode: activityOf.get(company) ?? null });
      return keys;
    };
    const keys = await seed(demo, [1, 2, 3], existing?.keys);
    const monoKeys = await seed(mono, [1], existing?.mono.keys);
    if (hasPlan) for (const company of [demo, mono]) await seedPlan(db, (await getSeeded(db, company)).id);
    const companyId = (await getSeeded(db, demo)).id;
    return {
      keys,
      mono: { keys: monoKeys },
      ...(hasPlan && { operador: { keys: await seed(operador, [1], existing?.operador?.keys) } }),
      app: await seedPerson({ db, actor: system, companyId }, existing?.app),
    };
  } finally {
    await close();
  }
}

/** Gives a company the plan that can be paid, and its quota. A plan that somebody gave it stays. */
async function seedPlan(db: Database, companyId: number): Promise<void> {
  const today = argentineDay(Date.now());
  const paid = await findPaidSubscription(db, companyId, today);
  if (paid?.plan) return;
  await recordPlan(db, {
    ...{ code: "base", name: "Base", monthly: 100_000, price: "15000.00", months: 1 },
    extra: { vouchers: 1_000, price: "900.00" },
  });
  const [plan] = await listPlans(db, "base");
  if (plan) await changePlan({ db, actor: system, companyId }, plan, today);
}

async function getSeeded(db: Database, { code }: NewCompany): Promise<Company> {
  const company = await findCompany(db, code);
  if (!company) throw new Error(`there is no company ${code}`);
  return company;
}

export interface SeedDeps {
  db: Database;
  sealer: Sealer;
  signCertificate: (csrPem: string) => Promise<string>;
}

const system = { type: "system" } as const;

/** Creates a company with these points of sale in both environments. Existing data stays. Gives its API keys. */
export async function seedCompany(
  deps: SeedDeps,
  company: NewCompany,
  numbers: number[],
  known: CompanyKeys | undefined,
): Promise<CompanyKeys> {
  const { db } = deps;
  const anchor = argentineDay(Date.now());
  const subscription = { anchor, until: addMonths(anchor, 60), monthlyVouchers: 100_000 };
  const { id: companyId } =
    (await findCompany(db, company.code)) ?? (await openCompany(db, system, company, subscription));
  const seed = (production: boolean, key: string | undefined) =>
    seedEnvironment(deps, { db, actor: system, companyId, production }, company, numbers, key);

  return { test: await seed(false, known?.test), production: await seed(true, known?.production) };
}

/** Creates the points of sale, certificate and API key of one environment. Gives the key. */
async function seedEnvironment(
  deps: SeedDeps,
  operator: Operator,
  { code, address = null }: NewCompany,
  numbers: number[],
  knownKey: string | undefined,
): Promise<string> {
  for (const number of numbers) {
    if (await findPointOfSale(operator.db, operator, number)) continue;
    await addPointOfSale(operator, { number, name: `Punto de venta ${number}`, address });
  }
  const { hasCertificate } = await findIssuingState(operator.db, operator, { today: argentineDay(Date.now()) });
  if (!hasCertificate) {
    const { id, csr } = await requestCertificate(operator, deps.sealer, { alias: `talonario-${code}` });
    const certificate = await deps.signCertificate(csr);
    await installCertificate(operator, { id, certificate, nowMs: Date.now() });
  }
  const caller = knownKey && (await findCaller(operator.db, hashOf(knownKey)));
  if (knownKey && caller && caller.companyId === operator.companyId) return knownKey;
  const { secret } = await addApiKey(operator, { name: "Sandbox", scopes });
  return secret;
}
