import {
  type CertificateFacts,
  createCertificateRequest,
  findCertificate as findSent,
} from "../../shared/certificates/certificates.js";
import { writeAudited } from "../../shared/db/company/audit-entries.js";
import {
  activateCertificate,
  type Certificate,
  createCertificate,
  findCertificate,
} from "../../shared/db/company/certificates.js";
import { getCompany } from "../../shared/db/company/companies.js";
import { findForeignKeys } from "../../shared/db/company/sealing-keys.js";
import type { Database } from "../../shared/db/pool/database.js";
import { printTaxId } from "../../shared/domain/formats.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { instant } from "../../shared/domain/spanish.js";
import type { Sealer } from "../../shared/sealing/sealer.js";
import { notFound } from "../http/errors.js";
import { fieldFault } from "../schemas/check-body.js";
import { refuseExcessCertificate } from "./company-limits.js";
import type { Operator } from "./operator.js";

/** A new certificate is valid from now by the authority's clock, and ours may be a little behind. */
const clockToleranceMs = 10 * 60_000;

/**
 * Creates a private key, stored sealed, and the signing request for the authority's portal.
 *
 * @throws ApiError 400 when the environment has the most that are allowed
 * @throws Error when no running issuer could open the private key
 */
export async function requestCertificate(
  operator: Operator,
  sealer: Sealer,
  { alias }: { alias: string },
): Promise<Certificate> {
  const { companyId, production } = operator;
  // Also before the lock: making a private key costs much time, which a refused request must not take.
  await refuseExcessCertificate(operator.db, operator);
  await refuseForeignKey(operator.db, sealer);
  const { cuit, name } = await getCompany(operator.db, companyId);
  const request = await createCertificateRequest({ cuit, alias, organization: name });
  return writeAudited(operator, async (tx) => {
    await refuseExcessCertificate(tx, operator);
    const result = await createCertificate(tx, sealer, { companyId, production, alias, ...request });
    return { result, record: { action: "certificate.create", resourceId: `${result.id}`, after: { alias } } };
  });
}

/** Without this, a wrong SEALING_KEY would show only after the authority has signed the request. */
export async function refuseForeignKey(db: Database, { keyId }: Sealer): Promise<void> {
  const foreign = await findForeignKeys(db, keyId);
  if (foreign.length > 0)
    throw new Error(
      `This process seals private keys to the key ${keyId}, and the running issuers open ${foreign.join(" and ")}. Set SEALING_KEY to what \`secrets public-key\` prints with the issuers' SECRET_KEY.`,
    );
}

/** Installs a certificate that the authority signed. It replaces the active one of this environment. */
export function installCertificate(
  operator: Operator,
  { id, certificate, nowMs }: { id: number; certificate: string; nowMs: number },
): Promise<Certificate> {
  const { companyId, production } = operator;
  return writeAudited(operator, async (tx) => {
    const known = await findCertificate(tx, operator, id);
    if (!known)
      throw notFound({
        en: `There is no certificate ${id} in this environment.`,
        es: `El certificado ${id} no está en este ambiente: fijate en el otro.`,
        app: "Ese certificado no está en este ambiente: fijate en el otro.",
      });
    const { cuit } = await getCompany(tx, companyId);
    const facts = await acceptCertificate(certificate, { cuit, csrPem: known.csr, nowMs });

    const result = await activateCertificate(tx, {
      id,
      companyId,
      production,
      certificatePem: facts.pem,
      expiresAt: facts.notAfter,
    });
    const record = {
      action: "certificate.activate",
      resourceId: `${id}`,
      before: { active: known.active, expires: known.expires },
      after: { active: true, expires: result.expires, subject: facts.subject, issuer: facts.issuer },
    };
    return { result, record };
  });
}

/** Next step, where something else was sent. */
const next = "send the certificate that the authority's portal gives for this request (.crt)";

const others: Record<
  "request" | "private key" | "public key" | "PKCS#12" | "PKCS#7" | "truncated" | "web page" | "other",
  LocalizedText
> = {
  request: {
    en: `is the signing request itself: upload it in the authority's portal, and ${next}`,
    es: "Es el pedido de firma: subilo en ARCA y traé el certificado (.crt) que te da.",
  },
  "private key": {
    en: `is a private key, which nobody else may have: ${next}, and use that key no more if it is of anything`,
    es: "Es una clave privada, que no tiene que ver nadie más: traé el certificado (.crt) que te dio ARCA, y si esa clave se usa para algo, cambiala.",
  },
  "public key": {
    en: `is a public key, and no certificate: ${next}`,
    es: "Es una clave pública: traé el certificado (.crt) que te dio ARCA.",
  },
  "PKCS#12": {
    en: `is a PKCS#12 file (.p12, .pfx), made to carry a private key: ${next}`,
    es: "Es un archivo PKCS#12 (.p12 o .pfx), que lleva una clave privada: traé el certificado (.crt) que te dio ARCA.",
  },
  "PKCS#7": {
    en: `is a PKCS#7 bundle (.p7b): ${next}`,
    es: "Es un paquete PKCS#7 (.p7b): traé el certificado (.crt) que te dio ARCA.",
  },
  truncated: {
    en: "is cut off: send the whole certificate, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----, or the file itself",
    es: "Está cortado: pegá todo, desde -----BEGIN CERTIFICATE----- hasta -----END CERTIFICATE-----, o elegí el archivo.",
  },
  "web page": {
    en: `is a web page, and no certificate: ${next}`,
    es: "Es una página web: bajá de nuevo de ARCA el certificado (.crt).",
  },
  other: {
    en: "must be a certificate in PEM: it begins with -----BEGIN CERTIFICATE-----",
    es: "No es un certificado: pegá el archivo completo, desde -----BEGIN CERTIFICATE-----.",
  },
};

const ofAuthority: LocalizedText = {
  en: `is the authority's own certificate: ${next}`,
  es: "Es el certificado de la propia ARCA: traé el que te dio para este pedido (.crt).",
};
const ofOtherKey: LocalizedText = {
  en: "was not made for this request's key: install it where its request came from",
  es: "Este certificado no es de este pedido: instalalo en el pedido con el que lo generaste en ARCA.",
};

/**
 * The certificate of what was sent that can be installed.
 * @param expected whose it must be; anybody's without `cuit`
 * @throws ApiError 400 of the field `certificate` that says what it is instead, and what to do
 */
export async function acceptCertificate(
  sent: string,
  expected: { cuit?: string; csrPem: string; nowMs: number },
): Promise<CertificateFacts> {
  const facts = await findSent(sent, expected.csrPem);
  if ("other" in facts) throw fieldFault("certificate", others[facts.other]);
  const fault = await findFault(facts, expected);
  if (fault) throw fieldFault("certificate", fault);
  return facts;
}

async function findFault(
  facts: CertificateFacts,
  { cuit, csrPem, nowMs }: { cuit?: string; csrPem: string; nowMs: number },
): Promise<LocalizedText | undefined> {
  const isOfRequest = await facts.answers(csrPem);
  if (!isOfRequest && facts.isAuthority) return ofAuthority;
  if (!isOfRequest) return ofOtherKey;
  if (cuit !== undefined && facts.cuit !== cuit)
    return {
      en: `is of the tax id ${facts.cuit ?? "(none)"}, and the company's is ${cuit}`,
      es: `El certificado es ${facts.cuit === null ? "de nadie: no lleva CUIT" : `del CUIT ${printTaxId(facts.cuit)}`}, y el de la empresa es ${printTaxId(cuit)}: pedilo con la clave fiscal de la empresa.`,
    };
  if (facts.notAfter.getTime() <= nowMs)
    return {
      en: `expired on ${facts.notAfter.toISOString()}`,
      es: `El certificado venció el ${instant(facts.notAfter.toISOString())}: pedí uno nuevo.`,
    };
  if (facts.notBefore.getTime() > nowMs + clockToleranceMs)
    return {
      en: `is valid from ${facts.notBefore.toISOString()} only`,
      es: `El certificado vale recién desde el ${instant(facts.notBefore.toISOString())}: instalalo entonces.`,
    };
  return undefined;
}
