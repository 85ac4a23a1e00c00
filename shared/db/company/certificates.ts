import type { Tenant } from "../../domain/tenant.js";
import type { Opener } from "../../sealing/opener.js";
import type { Sealer } from "../../sealing/sealer.js";
import type { Database, Transaction } from "../database.js";
import { type ListPage, toPrismaPage } from "../list-page.js";
import { contextOf, openPrivateKey } from "./private-keys.js";

/** A company's active certificate with its unsealed private key, for logins to the authority. */
export interface ActiveCertificate {
  certificateId: number;
  production: boolean;
  cuit: string;
  certificatePem: string;
  privateKeyPem: string;
  expiresAt: Date;
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

const shown = { id: true, alias: true, csr: true, active: true, expiresAt: true, createdAt: true } as const;

const toCertificate = ({ expiresAt, createdAt, ...row }: CertificateRow): Certificate => ({
  ...row,
  expires: expiresAt?.toISOString() ?? null,
  created: createdAt.toISOString(),
});

/** The certificates and requests of one environment, the oldest first. Without a page, all of them. */
export async function listCertificates(
  tx: Transaction,
  { companyId, production }: Tenant,
  page?: ListPage,
): Promise<Certificate[]> {
  const rows = await tx.certificate.findMany({
    where: { companyId, production },
    orderBy: { id: "asc" },
    select: shown,
    ...toPrismaPage(page),
  });
  return rows.map(toCertificate);
}

export const countCertificates = (tx: Transaction, { companyId, production }: Tenant): Promise<number> =>
  tx.certificate.count({ where: { companyId, production } });

/** The active certificate, even if it expired, and the requests without a certificate. What was replaced does not count. */
export const countCurrentCertificates = (tx: Transaction, { companyId, production }: Tenant): Promise<number> =>
  tx.certificate.count({ where: { companyId, production, OR: [{ active: true }, { certificate: null }] } });

/** Stores a new private key, sealed, with its signing request. It becomes active when its certificate is installed. */
export async function createCertificate(
  tx: Transaction,
  sealer: Sealer,
  request: Tenant & { alias: string; csrPem: string; privateKeyPem: string },
): Promise<Certificate> {
  const { companyId, production, alias, csrPem, privateKeyPem } = request;
  const sealedKey = await sealer.seal(privateKeyPem, contextOf(companyId, production));
  const data = { companyId, production, alias, csr: csrPem, sealedKey };
  return toCertificate(await tx.certificate.create({ data, select: shown }));
}

export async function findCertificate(
  tx: Transaction,
  { companyId, production }: Tenant,
  id: number,
): Promise<Certificate | undefined> {
  const row = await tx.certificate.findUnique({ where: { id, companyId, production }, select: shown });
  return row ? toCertificate(row) : undefined;
}

/** Installs the certificate that the authority signed, and makes it the active one. */
export async function activateCertificate(
  tx: Transaction,
  certificate: Tenant & { id: number; certificatePem: string; expiresAt: Date },
): Promise<Certificate> {
  const { id, companyId, production, certificatePem, expiresAt } = certificate;
  await tx.certificate.updateMany({
    where: { companyId, production, active: true, id: { not: id } },
    data: { active: false },
  });
  const row = await tx.certificate.update({
    where: { id, companyId, production },
    data: { certificate: certificatePem, expiresAt, active: true },
    select: shown,
  });
  return toCertificate(row);
}

/** @throws Error when the private key does not open; it says why, and what to do */
export async function findActiveCertificate(
  db: Database,
  opener: Opener,
  companyId: number,
  production: boolean,
): Promise<ActiveCertificate | undefined> {
  const row = await db.certificate.findFirst({
    where: { companyId, production, active: true },
    include: { company: { select: { cuit: true } } },
  });
  if (!row?.certificate || !row.expiresAt) return undefined;
  return {
    certificateId: row.id,
    production,
    cuit: row.company.cuit,
    certificatePem: row.certificate,
    privateKeyPem: await openPrivateKey(opener, row),
    expiresAt: row.expiresAt,
  };
}
