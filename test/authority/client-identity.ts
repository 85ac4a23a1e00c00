import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  sign,
  webcrypto,
} from "node:crypto";
import { fromBER, ObjectIdentifier, OctetString, Set as SetOf } from "asn1js";
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from "pkijs";
import { createRequest } from "../../shared/certificates/x509.js";
import { controlAuthority } from "./control-client.js";

export type ClientIdentity = { cuit: string; privateKey: KeyObject; keyPem: string; certificatePem: string };

/** To make one takes longer than most of the tests. */
const keyPairs = new Map<string, KeyPairKeyObjectResult>();

function keyPairOf(cuit: string): KeyPairKeyObjectResult {
  const made = keyPairs.get(cuit) ?? generateKeyPairSync("rsa", { modulusLength: 2048 });
  keyPairs.set(cuit, made);
  return made;
}

/** Has the simulator's CA sign a certificate for a CUIT, which has one key in this process. */
export async function createIdentity(control: string, cuit: string, days?: number): Promise<ClientIdentity> {
  const { privateKey, publicKey } = keyPairOf(cuit);
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const keys = {
    privateKey: await webcrypto.subtle.importKey(
      "pkcs8",
      privateKey.export({ type: "pkcs8", format: "der" }),
      algorithm,
      true,
      ["sign"],
    ),
    publicKey: await webcrypto.subtle.importKey(
      "spki",
      publicKey.export({ type: "spki", format: "der" }),
      algorithm,
      true,
      ["verify"],
    ),
  };
  const csrPem = await createRequest(
    [
      ["C", "AR"],
      ["O", "Prueba"],
      ["CN", "alias"],
      ["serialNumber", `CUIT ${cuit}`],
    ],
    keys,
  );
  const certificatePem = await controlAuthority(control).certificate(csrPem, days);
  return { cuit, privateKey, keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), certificatePem };
}

/** A login ticket request (TRA), from ten minutes ago to ten minutes ahead. */
export function ticketRequest(service: string, { from = -600, to = 600, extra = "" } = {}): string {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().replace("Z", "+00:00");
  return `<?xml version="1.0" encoding="UTF-8"?><loginTicketRequest version="1.0"><header>${extra}<uniqueId>${Math.floor(Date.now() / 1000)}</uniqueId><generationTime>${at(from)}</generationTime><expirationTime>${at(to)}</expirationTime></header><service>${service}</service></loginTicketRequest>`;
}

const dataType = "1.2.840.113549.1.7.1";
const sha256 = () => new AlgorithmIdentifier({ algorithmId: "2.16.840.1.101.3.4.2.1" });

/** Signs a content as CMS SignedData with the content embedded, with or without signed attributes. Gives base64. */
export function signCms(
  content: string,
  identity: ClientIdentity,
  { attributes = true, withCertificate = true } = {},
): string {
  const bytes = Buffer.from(content);
  const der = Buffer.from(identity.certificatePem.replace(/-----[^-]+-----|\s/g, ""), "base64");
  const certificate = new Certificate({ schema: fromBER(new Uint8Array(der)).result });
  const digest = createHash("sha256").update(bytes).digest();
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new Attribute({ type: "1.2.840.113549.1.9.3", values: [new ObjectIdentifier({ value: dataType })] }),
      new Attribute({ type: "1.2.840.113549.1.9.4", values: [new OctetString({ valueHex: new Uint8Array(digest) })] }),
    ],
  });
  const attributesDer = Buffer.from(
    new SetOf({ value: signedAttrs.attributes.map((attribute) => attribute.toSchema()) }).toBER(),
  );
  const signature = sign("sha256", attributes ? attributesDer : bytes, identity.privateKey);
  const signedData = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: dataType,
      eContent: new OctetString({ valueHex: new Uint8Array(bytes) }),
    }),
    digestAlgorithms: [sha256()],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        digestAlgorithm: sha256(),
        ...(attributes ? { signedAttrs } : {}),
        signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: "1.2.840.113549.1.1.1" }),
        signature: new OctetString({ valueHex: new Uint8Array(signature) }),
      }),
    ],
    ...(withCertificate ? { certificates: [certificate] } : {}),
  });
  const info = new ContentInfo({ contentType: "1.2.840.113549.1.7.2", content: signedData.toSchema(true) });
  return Buffer.from(info.toSchema().toBER()).toString("base64");
}
