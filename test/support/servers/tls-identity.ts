import { createPrivateKey, webcrypto } from "node:crypto";
import { ofAddress } from "../../../shared/certificates/extensions.js";
import { createCertificate, toName } from "../../../shared/certificates/x509.js";

/** A key and its certificate for 127.0.0.1, both in PEM. The certificate is its own authority. */
export async function createTlsIdentity(): Promise<{ key: string; cert: string }> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const name = toName([["CN", "127.0.0.1"]]);
  const content = {
    serialNumber: "01",
    subject: name,
    issuer: name,
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    publicKey: await webcrypto.subtle.exportKey("spki", keys.publicKey),
    extensions: [ofAddress(127, 0, 0, 1)],
  };
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({ type: "pkcs8", format: "pem" });
  return { key: key.toString(), cert: await createCertificate(content, keys.privateKey) };
}
