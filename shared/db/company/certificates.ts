import type { Tenant } from "../../domain/tenant.js";
import type { Opener } from "../../sealing/opener.js";
import type { Sealer } from "../../sealing/sealer.js";
import { countRows } from "../fragments/count-rows.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Database, Statements, Transaction } from "../pool/database.js";
import { type ListPage, toPage } from "../sql/list-page.js";
import { prepared } from "../sql/prepared.js";
import type { CertificateMode } from "./companies.js";
import { contextOf, openPrivateKey } from "./private-keys.js";

/** The certificate that acts for a company, with its unsealed private key, for logins to the authority. */
export interface ActiveCertificate {
  certificateId: number;
  production: boolean;
  /** The company's. */
  cuit: string;
  certificatePem: string;
  privateKeyPem: string;
  expiresAt: Date;
  /** Holder of the certificate, when the company delegated to the operator. */
  operator?: OperatorIdentity;
}

/** The operator at the authority: the tax id and the alias of its certificate. */
export interface OperatorIdentity {
  cuit: string;
  alias: string;
}

/** Holder of certificates: a company, or the operator, in one environment. */
export interface CertificateHolder {
  /** Null: the operator's. */
  companyId: number | null;
  production: boolean;
}

/** A certificate without its private key. */
export interface Certificate {
  id: number;
  alias: string;
  csr: string;
  active: boolean;
  /** Null until the authority's certificate is installed. */
  expires: string | null;
  created: string;
}

interface CertificateRow extends Omit<Certificate, "expires" | "created"> {
  expiresAt: Date | null;
  createdAt: Date;
}

const columns = Prisma.sql`
  t.id, t.alias, t.csr, t.active, t.expires_at AS "expiresAt", t.created_at AS "createdAt"`;

const ofHolder = ({ companyId, production }: CertificateHolder): Prisma.Sql =>
  companyId === null
    ? Prisma.sql`t.company_id IS NULL AND t.production = ${production}`
    : inScope({ companyId, production }, "t");

const toCertificate = ({ expiresAt, createdAt, ...row }: CertificateRow): Certificate => ({
  ...row,
  expires: expiresAt?.toISOString() ?? null,
  created: createdAt.toISOString(),
});

/** The certificates and requests of one environment, the oldest first. Without a page, all of them. */
export async function listCertificates(
  tx: Transaction,
  holder: CertificateHolder,
  page?: ListPage,
): Promise<Certificate[]> {
  const rows = await tx.$queryRaw<CertificateRow[]>`
    SELECT ${columns} FROM certificate t WHERE ${ofHolder(holder)} ORDER BY t.id ${toPage(page)}`;
  return rows.map(toCertificate);
}

export const countCertificates = (tx: Transaction, tenant: Tenant): Promise<number> =>
  countRows(tx, Prisma.sql`certificate t WHERE ${inScope(tenant, "t")}`);

/** The active certificate, even if it expired, and the requests without a certificate. What was replaced does not count. */
export const countCurrentCertificates = (tx: Transaction, tenant: Tenant): Promise<number> =>
  countRows(tx, Prisma.sql`certificate t WHERE ${inScope(tenant, "t")} AND (t.active OR t.certificate IS NULL)`);

/** Stores a new private key, sealed, with its signing request. It becomes active when its certificate is installed. */
export async function createCertificate(
  tx: Transaction,
  sealer: Sealer,
  request: CertificateHolder & { alias: string; csrPem: string; privateKeyPem: string },
): Promise<Certificate> {
  const { companyId, production, alias, csrPem, privateKeyPem } = request;
  const sealedKey = await sealer.seal(privateKeyPem, contextOf(companyId, production));
  const [row] = await tx.$queryRaw<[CertificateRow]>`
    INSERT INTO certificate AS t (company_id, production, alias, csr, sealed_key)
    VALUES (${companyId}, ${production}, ${alias}, ${csrPem}, ${sealedKey}) RETURNING ${columns}`;
  return toCertificate(row);
}

export async function findCertificate(
  tx: Transaction,
  holder: CertificateHolder,
  id: number,
): Promise<Certificate | undefined> {
  const [row] = await tx.$queryRaw<CertificateRow[]>`
    SELECT ${columns} FROM certificate t WHERE t.id = ${id} AND ${ofHolder(holder)}`;
  return row && toCertificate(row);
}

/** Installs the certificate that the authority signed, and makes it the active one. @param certificate `cuit`: of the operator's */
export async function activateCertificate(
  tx: Transaction,
  certificate: CertificateHolder & { id: number; certificatePem: string; expiresAt: Date; cuit?: string },
): Promise<Certificate> {
  const { id, certificatePem, expiresAt, cuit = null } = certificate;
  await tx.$executeRaw`
    UPDATE certificate t SET active = false WHERE ${ofHolder(certificate)} AND t.active AND t.id <> ${id}`;
  const [row] = await tx.$queryRaw<[CertificateRow]>`
    UPDATE certificate t SET certificate = ${certificatePem}, expires_at = ${expiresAt}, active = true, cuit = coalesce(${cuit}, t.cuit)
    WHERE t.id = ${id} AND ${ofHolder(certificate)} RETURNING ${columns}`;
  return toCertificate(row);
}

interface ActiveRow {
  id: number;
  cuit: string;
  alias: string;
  operatorCuit: string | null;
  certificate: string;
  expiresAt: Date;
  sealedKey: Uint8Array<ArrayBuffer>;
}

/**
 * The company's own certificate, or the operator's for a company that delegated to it. Undefined when there is none.
 * @throws Error when the private key does not open; it says why, and what to do
 */
export async function findActiveCertificate(
  db: Database,
  opener: Opener,
  companyId: number,
  production: boolean,
): Promise<ActiveCertificate | undefined> {
  const [row] = await db.$queryRaw<ActiveRow[]>(prepared("find_active_certificate")`
    SELECT t.id, c.cuit, t.alias, f.operator_cuit AS "operatorCuit", t.certificate,
      t.expires_at AS "expiresAt", t.sealed_key AS "sealedKey"
    FROM certificate_in_force f JOIN certificate t ON t.id = f.id JOIN company c ON c.id = f.company_id
    WHERE f.company_id = ${companyId} AND f.production = ${production}`);
  if (!row) return undefined;
  const { id, cuit, alias, operatorCuit, certificate, expiresAt, sealedKey } = row;
  const holder = { companyId: operatorCuit === null ? companyId : null, production };
  return {
    certificateId: id,
    production,
    cuit,
    certificatePem: certificate,
    privateKeyPem: await openPrivateKey(opener, { id, ...holder, sealedKey }),
    expiresAt,
    ...(operatorCuit !== null && { operator: { cuit: operatorCuit, alias } }),
  };
}

/** Certificate that acts for a company in one environment. */
export interface ActingCertificate {
  mode: CertificateMode;
  /** The operator's tax id; null when the company acts by itself, or the operator has no certificate. */
  operatorCuit: string | null;
}

export async function getActingCertificate(
  db: Statements,
  { companyId, production }: Tenant,
): Promise<ActingCertificate> {
  const [row] = await db.$queryRaw<[ActingCertificate]>`
    SELECT c.certificate_mode AS mode, f.operator_cuit AS "operatorCuit" FROM company c
    LEFT JOIN certificate_in_force f ON f.company_id = c.id AND f.production = ${production}
    WHERE c.id = ${companyId}`;
  return row;
}

/** The operator in one environment, even if its certificate expired. Undefined before it has one. */
export async function findOperator(db: Statements, production: boolean): Promise<OperatorIdentity | undefined> {
  const [row] = await db.$queryRaw<OperatorIdentity[]>`
    SELECT cuit, alias FROM certificate WHERE company_id IS NULL AND production = ${production} AND active`;
  return row;
}
