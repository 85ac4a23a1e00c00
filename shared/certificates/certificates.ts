import { createHash, createPrivateKey, webcrypto, type X509Certificate } from "node:crypto";
import { readSent, type SentCertificates } from "./sent-certificates.js";
import type { NamePart } from "./x509.js";

const keyAlgorithm = {
  name: "RSASSA-PKCS1-v1_5",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: "SHA-256",
};

export interface CertificateSubject {
  /** Without it, the request names none: the portal knows who is signed in. */
  cuit: string | undefined;
  alias: string;
  organization: string;
}

/** Makes a 2048-bit RSA key and its signing request for the portal. Source: issuer/authority/README.md, section 1.3. */
export async function createCertificateRequest({
  cuit,
  alias,
  organization,
}: CertificateSubject): Promise<{ csrPem: string; privateKeyPem: string }> {
  const { createRequest } = await loadRequests();
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  // X.520 allows 64 characters.
  const name: NamePart[] = [
    ["C", "AR"],
    ["O", organization.slice(0, 64)],
    ["CN", alias.slice(0, 64)],
  ];
  if (cuit !== undefined) name.push(["serialNumber", `CUIT ${cuit}`]);
  const csrPem = await createRequest(name, keys);
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  const privateKeyPem = createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({
    type: "pkcs8",
    format: "pem",
  });
  return { csrPem, privateKeyPem: privateKeyPem.toString() };
}

export interface CertificateFacts {
  /** The certificate alone, without anything else that was sent with it. */
  pem: string;
  /** From the subject's serial number. Null when that holds no CUIT. */
  cuit: string | null;
  subject: string;
  issuer: string;
  notBefore: Date;
  notAfter: Date;
  /** SHA-256 of the public key, in hex. */
  publicKeyFingerprint: string;
  /** Whether it is one with which the tax authority signs. Anybody's own tool makes one that may sign others, for itself. */
  isAuthority: boolean;
  /** Whether the certificate is of the key that this signing request is of. */
  answers(csrPem: string): Promise<boolean>;
}

/** Certificate of this signing request, from a chain in any order; or the kind of what was sent in its place. */
export type FoundCertificate = CertificateFacts | { other: Extract<SentCertificates, { other: unknown }>["other"] };

/**
 * Finds the certificate of a signing request in what somebody sent. Where none is of the request's key, it is the one that is not the
 * authority's own, so that what is wrong with that can be said.
 */
export async function findCertificate(sent: string, csrPem: string): Promise<FoundCertificate> {
  const found = readSent(sent);
  if ("other" in found) return found;
  const all = found.certificates.map(factsOf);
  const answers = await Promise.all(all.map((facts) => facts.answers(csrPem)));
  const [first] = all;
  return (
    all.find((_, index) => answers[index]) ?? all.find(({ isAuthority }) => !isAuthority) ?? first ?? { other: "other" }
  );
}

/** The subject has each part in a line of its own. Source: issuer/authority/README.md, section 1.3. */
const signers = /^O=(AFIP|ARCA)$/m;

function factsOf(certificate: X509Certificate): CertificateFacts {
  const serialNumber: unknown = (certificate.toLegacyObject().subject as Record<string, unknown>).serialNumber;
  const publicKey = certificate.publicKey.export({ type: "spki", format: "der" });
  return {
    pem: certificate.toString(),
    cuit: (typeof serialNumber === "string" && /^CUIT (\d{11})$/.exec(serialNumber)?.[1]) || null,
    subject: certificate.subject.split("\n").join(", "),
    issuer: certificate.issuer.split("\n").join(", "),
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
    isAuthority: certificate.ca && signers.test(certificate.subject),
    publicKeyFingerprint: createHash("sha256").update(publicKey).digest("hex"),
    async answers(csrPem) {
      const { readRequest } = await loadRequests();
      return readRequest(csrPem).publicKey.equals(publicKey);
    },
  };
}

/** Loaded when it is needed, which is twice in two years. */
const loadRequests = () => import("./x509.js");
