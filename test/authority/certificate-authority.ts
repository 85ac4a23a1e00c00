import { createPrivateKey, randomBytes, webcrypto } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { RelativeDistinguishedNames } from "pkijs";
import { ofAuthority, ofNoAuthority, ofUsages } from "../../shared/certificates/extensions.js";
import { createCertificate, readRequest, subjectOf, toName } from "../../shared/certificates/x509.js";

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const dayMs = 86_400_000;
const fiveMinutesMs = 300_000;

export type CertificateAuthority = {
  caPem: string;
  /**
   * Gives the certificate as PEM, with the request's subject. A request that names no tax id gets that of who is signed in at the
   * portal, `cuit`. @throws unless the request is signed with its own key
   */
  sign: (csrPem: string, options?: { days?: number | undefined; cuit?: string | undefined }) => Promise<string>;
};

/** A made-up company that has many others as clients. */
const signedIn = "30710000006";

const serialNumberType = "2.5.4.5";

function withTaxId(subject: RelativeDistinguishedNames, cuit: string): RelativeDistinguishedNames {
  if (subject.typesAndValues.some(({ type }) => type === serialNumberType)) return subject;
  return toName([["serialNumber", `CUIT ${cuit}`]], subject);
}

const serialNumber = () => `01${randomBytes(8).toString("hex")}`;

interface SigningAuthority {
  caPem: string;
  privateKey: webcrypto.CryptoKey;
}

async function createAuthority(): Promise<SigningAuthority> {
  const keys = await webcrypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ["sign", "verify"],
  );
  const name = toName([
    ["CN", "Computadores Test"],
    ["O", "AFIP"],
    ["C", "AR"],
  ]);
  const content = {
    serialNumber: serialNumber(),
    subject: name,
    issuer: name,
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + 3650 * dayMs),
    publicKey: await webcrypto.subtle.exportKey("spki", keys.publicKey),
    extensions: [ofAuthority(), ofUsages("keyCertSign", "cRLSign")],
  };
  return { caPem: await createCertificate(content, keys.privateKey), privateKey: keys.privateKey };
}

async function openKeptAuthority(folder: string): Promise<SigningAuthority> {
  const certificateFile = path.join(folder, "ca.pem");
  const keyFile = path.join(folder, "ca-key.pem");
  if (existsSync(certificateFile)) {
    const der = createPrivateKey(readFileSync(keyFile)).export({ type: "pkcs8", format: "der" });
    const privateKey = await webcrypto.subtle.importKey("pkcs8", der, algorithm, true, ["sign"]);
    return { caPem: readFileSync(certificateFile, "utf8"), privateKey };
  }
  mkdirSync(folder, { recursive: true });
  const created = await createAuthority();
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", created.privateKey));
  const keyPem = createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({ format: "pem", type: "pkcs8" });
  // Write the key first, so that a certificate on disk always has its key.
  writeFileSync(keyFile, keyPem, { mode: 0o600 });
  writeFileSync(certificateFile, created.caPem);
  return created;
}

let inMemory: Promise<SigningAuthority> | undefined;

/** Made once: its key takes longer than what most simulators are started for. */
function openAuthorityInMemory() {
  inMemory ??= createAuthority();
  return inMemory;
}

/** The simulator's own certificate authority: ca.pem and ca-key.pem in `folder`, or in memory without a folder, one for the process. */
export async function openCertificateAuthority(folder: string | undefined): Promise<CertificateAuthority> {
  const { caPem, privateKey } = await (folder === undefined ? openAuthorityInMemory() : openKeptAuthority(folder));
  return {
    caPem,
    async sign(csrPem, { days = 730, cuit = signedIn } = {}) {
      const request = readRequest(csrPem);
      if (!(await request.isSignedByItsKey())) throw new Error("the certificate request is not signed by its own key");
      const content = {
        serialNumber: serialNumber(),
        subject: withTaxId(request.subject, cuit),
        issuer: subjectOf(caPem),
        notBefore: new Date(Date.now() - fiveMinutesMs),
        notAfter: new Date(Date.now() + days * dayMs),
        publicKey: request.publicKey,
        extensions: [ofNoAuthority()],
      };
      return createCertificate(content, privateKey);
    },
  };
}
