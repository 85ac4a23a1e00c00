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
  const x509 = await import("../certificates/x509.js");
  const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const [authorityKeys, serverKeys] = [await makeKeys(), await makeKeys()];
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + validYears);
  const common = { notBefore: now, notAfter, signingAlgorithm: algorithm };

  const authority = await x509.X509CertificateGenerator.createSelfSigned(
    {
      ...common,
      serialNumber: newSerialNumber(),
      name: `CN=Talonario ${host}`,
      keys: authorityKeys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
        new x509.Extension(nameConstraints, true, onlyName(host)),
      ],
    },
    webcrypto,
  );
  const server = await x509.X509CertificateGenerator.create(
    {
      ...common,
      serialNumber: newSerialNumber(),
      subject: `CN=${host}`,
      issuer: authority.subject,
      publicKey: serverKeys.publicKey,
      signingKey: authorityKeys.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([{ type: "dns", value: host }]),
      ],
    },
    webcrypto,
  );
  const key = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", serverKeys.privateKey)).toString("base64");
  return {
    caPem: `${authority.toString("pem").trim()}\n`,
    certificatePem: `${server.toString("pem").trim()}\n`,
    keyPem: `-----BEGIN PRIVATE KEY-----\n${key.match(/.{1,64}/g)?.join("\n")}\n-----END PRIVATE KEY-----\n`,
  };
}

const newSerialNumber = () => `01${randomBytes(15).toString("hex")}`;

const nameConstraints = "2.5.29.30";

/** In DER: the only permitted subtree is this DNS name. Source: RFC 5280, section 4.2.1.10. */
function onlyName(host: string): Uint8Array {
  const name = Buffer.from(host, "ascii");
  const wrap = (tag: number, content: Buffer) => Buffer.concat([Buffer.from([tag, content.length]), content]);
  if (name.length > 100) throw new Error(`${host} is too long for a host's name`);
  return wrap(0x30, wrap(0xa0, wrap(0x30, wrap(0x82, name))));
}
