import { randomBytes, webcrypto } from "node:crypto";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const validYears = 10;

export interface Certificates {
  /** The certificate of the authority that signed the server's. Its key is forgotten, so it signs no other. */
  caPem: string;
  certificatePem: string;
  keyPem: string;
}

/**
 * Makes the certificate of one server that clients on the same network reach as `host`. Whoever trusts its authority trusts it for
 * this name alone.
 */
export async function makeCertificates(host: string, now = new Date()): Promise<Certificates> {
  const { createCertificate, toName, toPem } = await import("../certificates/x509.js");
  const is = await import("../certificates/extensions.js");
  const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const [authorityKeys, serverKeys] = [await makeKeys(), await makeKeys()];
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + validYears);
  const issuer = toName([["CN", `Talonario ${host}`]]);
  const sign = async (subject: typeof issuer, key: webcrypto.CryptoKey, extensions: ReturnType<typeof is.ofHost>[]) => {
    const publicKey = await webcrypto.subtle.exportKey("spki", key);
    const content = {
      serialNumber: newSerialNumber(),
      subject,
      issuer,
      notBefore: now,
      notAfter,
      publicKey,
      extensions,
    };
    return createCertificate(content, authorityKeys.privateKey);
  };
  return {
    caPem: await sign(issuer, authorityKeys.publicKey, [
      is.ofAuthority(),
      is.ofUsages("keyCertSign"),
      is.ofOnlyHost(host),
    ]),
    certificatePem: await sign(toName([["CN", host]]), serverKeys.publicKey, [
      is.ofNoAuthority(),
      is.ofServer(),
      is.ofHost(host),
    ]),
    keyPem: toPem("PRIVATE KEY", await webcrypto.subtle.exportKey("pkcs8", serverKeys.privateKey)),
  };
}

const newSerialNumber = () => `01${randomBytes(15).toString("hex")}`;
