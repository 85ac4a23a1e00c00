import { createHash, verify, X509Certificate } from "node:crypto";
import { fromBER, OctetString } from "asn1js";
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from "pkijs";
import { LoginFault } from "./wsaa-fault.js";

const digests: Record<string, string> = {
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};
const rsaAlgorithms = [
  "1.2.840.113549.1.1.1",
  "1.2.840.113549.1.1.5",
  "1.2.840.113549.1.1.11",
  "1.2.840.113549.1.1.12",
  "1.2.840.113549.1.1.13",
];
const signedDataType = "1.2.840.113549.1.7.2";
const messageDigestAttribute = "1.2.840.113549.1.9.4";

export type VerifiedCms = { content: Buffer; certificate: X509Certificate };

function readSignedData(der: Buffer): SignedData {
  try {
    const { result } = fromBER(new Uint8Array(der));
    const info = new ContentInfo({ schema: result });
    if (info.contentType !== signedDataType) throw new Error("not a SignedData");
    return new SignedData({ schema: info.content });
  } catch {
    throw new LoginFault("cms.bad");
  }
}

function findSigner({ certificates = [] }: SignedData, { sid }: SignerInfo): Certificate {
  const signer = certificates.find(
    (candidate): candidate is Certificate =>
      candidate instanceof Certificate &&
      sid instanceof IssuerAndSerialNumber &&
      candidate.serialNumber.isEqual(sid.serialNumber) &&
      candidate.issuer.isEqual(sid.issuer),
  );
  if (!signer) throw new LoginFault("cms.cert.notFound");
  return signer;
}

const derOf = (certificate: Certificate) => Buffer.from(certificate.toSchema(true).toBER());

function isSigned(
  content: Buffer,
  { digestAlgorithm, signatureAlgorithm, signature, signedAttrs }: SignerInfo,
  signer: X509Certificate,
) {
  const digest = digests[digestAlgorithm.algorithmId];
  if (!digest || !rsaAlgorithms.includes(signatureAlgorithm.algorithmId)) return false;
  if (signer.publicKey.asymmetricKeyType !== "rsa") return false;
  const value = Buffer.from(signature.valueBlock.valueHexView);
  if (!signedAttrs) return verify(digest, content, signer.publicKey, value);

  const attribute = signedAttrs.attributes.find(({ type }) => type === messageDigestAttribute);
  const declared: unknown = attribute?.values[0];
  if (!(declared instanceof OctetString)) return false;
  if (!createHash(digest).update(content).digest().equals(Buffer.from(declared.valueBlock.valueHexView))) return false;
  // The signature covers the attributes as the DER of a SET OF, which is what encodedValue holds.
  return verify(digest, Buffer.from(signedAttrs.encodedValue), signer.publicKey, value);
}

/**
 * Reads a base64 CMS SignedData that contains its content and its signer's certificate, and verifies the signature.
 * Source: issuer/authority/README.md, sections 1.3 and 1.5 (order of the checks).
 * @throws LoginFault
 */
export function verifyCms(base64: string): VerifiedCms {
  const compact = base64.replace(/\s/g, "");
  if (compact.length === 0 || compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact))
    throw new LoginFault("cms.bad.base64");
  const signedData = readSignedData(Buffer.from(compact, "base64"));
  const [signerInfo] = signedData.signerInfos;
  const { eContent } = signedData.encapContentInfo;
  if (!signerInfo || !eContent) throw new LoginFault("cms.bad");

  const content = Buffer.from(eContent.getValue());
  const certificate = new X509Certificate(derOf(findSigner(signedData, signerInfo)));
  if (!isSigned(content, signerInfo, certificate)) throw new LoginFault("cms.sign.invalid");
  return { content, certificate };
}
