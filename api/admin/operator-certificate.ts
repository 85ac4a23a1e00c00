import { createCertificateRequest } from "../../shared/certificates/certificates.js";
import { type Actor, addAuditEntries } from "../../shared/db/company/audit-entries.js";
import {
  activateCertificate,
  type Certificate,
  createCertificate,
  findCertificate,
  findOperator,
} from "../../shared/db/company/certificates.js";
import { findDelegated } from "../../shared/db/company/delegations.js";
import type { Database } from "../../shared/db/pool/database.js";
import { asLocalized } from "../../shared/domain/localized-text.js";
import type { Sealer } from "../../shared/sealing/sealer.js";
import { acceptCertificate, refuseForeignKey } from "../operations/certificates.js";
import { fieldFault } from "../schemas/check-body.js";
import { notThere } from "./not-done.js";

interface OperatorRequest {
  production: boolean;
  alias: string;
  /** The operator's tax id, and its name; without them as in the certificate in use, or not in the request. */
  cuit?: string | undefined;
  name?: string | undefined;
}

/**
 * Creates a private key of the operator's, stored sealed, and the signing request for the authority's portal. The certificate will
 * act for every company that delegated to the operator.
 * @throws Error when no running issuer could open the private key
 */
export async function requestOperatorCertificate(
  db: Database,
  sealer: Sealer,
  { production, alias, cuit, name }: OperatorRequest,
): Promise<Certificate> {
  await refuseForeignKey(db, sealer);
  const known = await findOperator(db, production);
  const request = await createCertificateRequest({ cuit: cuit ?? known?.cuit, alias, organization: name ?? alias });
  return createCertificate(db, sealer, { companyId: null, production, alias, ...request });
}

/**
 * Installs the operator's certificate in place of the one in use. Its tax id is the operator's from then on. Each company that it acts
 * for has an audit entry of it.
 * @throws ApiError 400, 404
 */
export function installOperatorCertificate(
  db: Database,
  actor: Actor,
  { id, production, certificate, nowMs }: { id: number; production: boolean; certificate: string; nowMs: number },
): Promise<Certificate & { cuit: string }> {
  const holder = { companyId: null, production };
  return db.$transaction(async (tx) => {
    // Two at once would leave two in use, which the database refuses.
    await tx.$queryRaw`
      SELECT id FROM certificate WHERE company_id IS NULL AND production = ${production} ORDER BY id FOR UPDATE`;
    const known = await findCertificate(tx, holder, id);
    if (!known) throw notThere(`The operator has no certificate ${id} in this environment.`);
    const { pem, cuit, notAfter } = await acceptCertificate(certificate, { csrPem: known.csr, nowMs });
    if (cuit === null)
      throw fieldFault(
        "certificate",
        asLocalized("names no tax id: its subject lacks a serial number such as CUIT 20111111112"),
      );
    const installed = await activateCertificate(tx, { id, ...holder, certificatePem: pem, expiresAt: notAfter, cuit });
    const delegated = await findDelegated(tx);
    const { alias, active, expires } = installed;
    const record = {
      ...{ production, action: "certificate.activate", resourceId: `${id}` },
      after: { holder: "operator", alias, active, expires, cuit },
    };
    await addAuditEntries(
      tx,
      actor,
      delegated.map((companyId) => ({ companyId, ...record })),
    );
    return { ...installed, cuit };
  });
}
