import "reflect-metadata";
import { randomBytes, webcrypto } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  BasicConstraintsExtension,
  cryptoProvider,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  PemConverter,
  Pkcs10CertificateRequest,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

cryptoProvider.set(webcrypto);

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

function subjectOf({ subjectName, subject }: Pkcs10CertificateRequest, cuit: string): Name | string {
  if (subjectName.getField("2.5.4.5").length > 0) return subject;
  return new Name([...subjectName.toJSON(), { "2.5.4.5": [{ printableString: `CUIT ${cuit}` }] }]);
}

const serialNumber = () => `01${randomBytes(8).toString("hex")}`;

async function createAuthority(): Promise<{ certificate: X509Certificate; privateKey: webcrypto.CryptoKey }> {
  const keys = await webcrypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ["sign", "verify"],
  );
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: "CN=Computadores Test, O=AFIP, C=AR",
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + 3650 * dayMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  return { certificate, privateKey: keys.privateKey };
}

async function openKeptAuthority(
  folder: string,
): Promise<{ certificate: X509Certificate; privateKey: webcrypto.CryptoKey }> {
  const certificateFile = path.join(folder, "ca.pem");
  const keyFile = path.join(folder, "ca-key.pem");
  if (existsSync(certificateFile)) {
    const [der] = PemConverter.decode(readFileSync(keyFile, "utf8"));
    if (!der) throw new Error(`${keyFile} holds no key`);
    const privateKey = await webcrypto.subtle.importKey("pkcs8", der, algorithm, true, ["sign"]);
    return { certificate: new X509Certificate(readFileSync(certificateFile, "utf8")), privateKey };
  }
  mkdirSync(folder, { recursive: true });
  const created = await createAuthority();
  const der = await webcrypto.subtle.exportKey("pkcs8", created.privateKey);
  // Write the key first, so that a certificate on disk always has its key.
  writeFileSync(keyFile, PemConverter.encode(der, "PRIVATE KEY"), { mode: 0o600 });
  writeFileSync(certificateFile, created.certificate.toString("pem"));
  return created;
}

let inMemory: ReturnType<typeof createAuthority> | undefined;

/** Made once: its key takes longer than what most simulators are started for. */
function openAuthorityInMemory() {
  inMemory ??= createAuthority();
  return inMemory;
}

/** The simulator's own certificate authority: ca.pem and ca-key.pem in `folder`, or in memory without a folder, one for the process. */
export async function openCertificateAuthority(folder: string | undefined): Promise<CertificateAuthority> {
  const { certificate, privateKey } = await (folder === undefined
    ? openAuthorityInMemory()
    : openKeptAuthority(folder));
  return {
    caPem: certificate.toString("pem"),
    async sign(csrPem, { days = 730, cuit = signedIn } = {}) {
      const request = new Pkcs10CertificateRequest(csrPem);
      if (!(await request.verify(webcrypto))) throw new Error("the certificate request is not signed by its own key");
      const issued = await X509CertificateGenerator.create({
        serialNumber: serialNumber(),
        subject: subjectOf(request, cuit),
        issuer: certificate.subject,
        notBefore: new Date(Date.now() - fiveMinutesMs),
        notAfter: new Date(Date.now() + days * dayMs),
        publicKey: request.publicKey,
        signingKey: privateKey,
        signingAlgorithm: algorithm,
        extensions: [new BasicConstraintsExtension(false, undefined, true)],
      });
      return issued.toString("pem");
    },
  };
}
