import type { Seal } from "../seal.js";
import type { Database } from "./database.js";

/** A company's active certificate with its opened key: what logs in to the authority. */
export interface ActiveCertificate {
  certificateId: number;
  production: boolean;
  cuit: string;
  certificatePem: string;
  privateKeyPem: string;
  expiresAt: Date;
}

const contextOf = (companyId: number, production: boolean) => `certificate-key:${companyId}:${production}`;

/** Stores a new key, sealed, with its signing request; it signs once its certificate is installed. */
export async function createCertificate(
  db: Database,
  seal: Seal,
  request: { companyId: number; production: boolean; alias: string; csrPem: string; privateKeyPem: string },
): Promise<{ id: number; alias: string; csr: string }> {
  const { companyId, production, alias, csrPem, privateKeyPem } = request;
  const sealedKey = seal.seal(privateKeyPem, contextOf(companyId, production));
  return db.certificate.create({
    data: { companyId, production, alias, csr: csrPem, sealedKey },
    select: { id: true, alias: true, csr: true },
  });
}

/** Installs what the authority signed, and makes it the one that signs. */
export async function activateCertificate(
  db: Database,
  certificate: { id: number; companyId: number; production: boolean; certificatePem: string; expiresAt: Date },
): Promise<void> {
  const { id, companyId, production, certificatePem, expiresAt } = certificate;
  await db.$transaction([
    db.certificate.updateMany({ where: { companyId, production, active: true }, data: { active: false } }),
    db.certificate.update({
      where: { id, companyId, production },
      data: { certificate: certificatePem, expiresAt, active: true },
    }),
  ]);
}

export async function findActiveCertificate(
  db: Database,
  seal: Seal,
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
    privateKeyPem: seal.open(row.sealedKey, contextOf(companyId, production)),
    expiresAt: row.expiresAt,
  };
}
