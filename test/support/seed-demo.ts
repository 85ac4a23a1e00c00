import { createCertificateRequest, readCertificate } from "../../shared/certificates.js";
import { createApiKey, findCaller, scopes } from "../../shared/db/api-keys.js";
import { activateCertificate, createCertificate } from "../../shared/db/certificates.js";
import { createCompany, ensurePointOfSale, findCompany, type NewCompany } from "../../shared/db/companies.js";
import { type Database, openDatabase } from "../../shared/db/database.js";
import { findReadiness } from "../../shared/db/readiness.js";
import { addMonths, argentineDay } from "../../shared/domain/calendar.js";
import { createSeal, type Seal } from "../../shared/seal.js";

interface CompanyKeys {
  test: string;
  production: string;
}

/** The secrets of the demo companies' API keys: known only when they are made, so whoever asks keeps them. */
export interface Keys {
  keys: CompanyKeys;
  mono: { keys: CompanyKeys };
}

interface SeedOptions {
  databaseUrl: string;
  secretKey: string;
  existing?: Keys | undefined;
  signCertificate: (csrPem: string) => Promise<string>;
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

/** Makes the two demo companies of the sandbox, ready to issue in both environments; what is there already stays. */
export async function seedDemo({ databaseUrl, secretKey, existing, signCertificate }: SeedOptions): Promise<Keys> {
  const { db, close } = openDatabase(databaseUrl, { connections: 2 });
  const seal = createSeal(secretKey);
  try {
    const seed = (company: NewCompany, numbers: number[], known: CompanyKeys | undefined) =>
      seedCompany({ db, seal, signCertificate }, company, numbers, known);
    return {
      keys: await seed(demo, [1, 2, 3], existing?.keys),
      mono: { keys: await seed(mono, [1], existing?.mono.keys) },
    };
  } finally {
    await close();
  }
}

interface SeedDeps {
  db: Database;
  seal: Seal;
  signCertificate: (csrPem: string) => Promise<string>;
}

async function seedCompany(
  deps: SeedDeps,
  company: NewCompany,
  numbers: number[],
  known: CompanyKeys | undefined,
): Promise<CompanyKeys> {
  const { db } = deps;
  const today = argentineDay(Date.now());
  const { id: companyId } =
    (await findCompany(db, company.code)) ??
    (await createCompany(db, company, { monthlyVouchers: 100_000, today, until: addMonths(today, 120) }));

  for (const production of [false, true]) {
    for (const number of numbers) {
      const name = `Punto de venta ${number}`;
      await ensurePointOfSale(db, { companyId, production, number, name, address: company.address ?? "" });
    }
    const { hasCertificate } = await findReadiness(db, { companyId, production });
    if (!hasCertificate) await installCertificate(deps, company, companyId, production);
  }
  return {
    test: await ensureKey(db, companyId, false, known?.test),
    production: await ensureKey(db, companyId, true, known?.production),
  };
}

async function installCertificate(
  { db, seal, signCertificate }: SeedDeps,
  company: NewCompany,
  companyId: number,
  production: boolean,
) {
  const alias = `talonario-${company.code}`;
  const request = await createCertificateRequest({ cuit: company.cuit, alias, organization: company.name });
  const { id } = await createCertificate(db, seal, { companyId, production, alias, ...request });
  const certificatePem = await signCertificate(request.csrPem);
  const facts = readCertificate(certificatePem);
  if (!facts?.matches(request.privateKeyPem))
    throw new Error("the signed certificate is not one for the demo company's key");
  await activateCertificate(db, { id, companyId, production, certificatePem, expiresAt: facts.notAfter });
}

async function ensureKey(
  db: Database,
  companyId: number,
  production: boolean,
  known: string | undefined,
): Promise<string> {
  const caller = known && (await findCaller(db, known));
  if (known && caller && caller.companyId === companyId) return known;
  const { secret } = await createApiKey(db, { companyId, production, name: "Sandbox", scopes });
  return secret;
}
