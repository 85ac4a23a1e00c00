// Signing requests and certificates, by pkijs. To be loaded when they are needed: that takes a quarter of a command's start.
import { webcrypto } from "node:crypto";
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

const engine = new pkijs.CryptoEngine({ name: "node", crypto: webcrypto });

/** Parts of a name that we write, and whether their text is a PrintableString; the others are UTF-8. Source: RFC 5280, appendix A.1. */
const nameParts = {
  C: { type: "2.5.4.6", isPrintable: true },
  O: { type: "2.5.4.10", isPrintable: false },
  CN: { type: "2.5.4.3", isPrintable: false },
  serialNumber: { type: "2.5.4.5", isPrintable: true },
};

export type NamePart = [part: keyof typeof nameParts, value: string];

/** Distinguished name of these parts in their order, behind those of another name. */
export function toName(parts: NamePart[], first?: pkijs.RelativeDistinguishedNames): pkijs.RelativeDistinguishedNames {
  const all = [...(first?.typesAndValues ?? []), ...parts.map(toNamePart)];
  // Each part in a set of its own: pkijs itself would write all of them into one, as one part with several values.
  const sets = all.map((part) => new asn1js.Set({ value: [part.toSchema()] }));
  return pkijs.RelativeDistinguishedNames.fromBER(new asn1js.Sequence({ value: sets }).toBER());
}

function toNamePart([part, value]: NamePart): pkijs.AttributeTypeAndValue {
  const { type, isPrintable } = nameParts[part];
  const text = isPrintable ? new asn1js.PrintableString({ value }) : new asn1js.Utf8String({ value });
  return new pkijs.AttributeTypeAndValue({ type, value: text });
}

/** Makes a signing request (PKCS #10) in PEM. */
export async function createRequest(name: NamePart[], keys: webcrypto.CryptoKeyPair): Promise<string> {
  // Without attributes, and with their empty set, which RFC 2986 wants all the same.
  const request = new pkijs.CertificationRequest({ subject: toName(name), attributes: [] });
  await request.subjectPublicKeyInfo.importKey(keys.publicKey, engine);
  await request.sign(keys.privateKey, "SHA-256", engine);
  return toPem("CERTIFICATE REQUEST", request.toSchema(true).toBER());
}

export interface SigningRequest {
  subject: pkijs.RelativeDistinguishedNames;
  /** In DER, as `spki`. */
  publicKey: Buffer;
  isSignedByItsKey(): Promise<boolean>;
}

/** @throws when it is no signing request */
export function readRequest(pem: string): SigningRequest {
  const request = pkijs.CertificationRequest.fromBER(derOf(pem));
  return {
    subject: request.subject,
    publicKey: Buffer.from(request.subjectPublicKeyInfo.toSchema().toBER()),
    isSignedByItsKey: () => request.verify(engine),
  };
}

interface NewCertificate {
  /** In hexadecimal digits, of which the first is below 8. */
  serialNumber: string;
  subject: pkijs.RelativeDistinguishedNames;
  issuer: pkijs.RelativeDistinguishedNames;
  notBefore: Date;
  notAfter: Date;
  /** In DER, as `spki`. */
  publicKey: ArrayBuffer | Uint8Array;
  extensions?: pkijs.Extension[];
}

/** Makes a certificate (X.509) in PEM, signed with the issuer's key. */
export async function createCertificate(content: NewCertificate, signingKey: webcrypto.CryptoKey): Promise<string> {
  const { serialNumber, notBefore, notAfter, publicKey, extensions = [], ...names } = content;
  const certificate = new pkijs.Certificate({
    ...names,
    version: 2,
    serialNumber: new asn1js.Integer({ valueHex: Buffer.from(serialNumber, "hex") }),
    notBefore: toTime(notBefore),
    notAfter: toTime(notAfter),
    subjectPublicKeyInfo: pkijs.PublicKeyInfo.fromBER(publicKey),
    ...(extensions.length > 0 && { extensions }),
  });
  await certificate.sign(signingKey, "SHA-256", engine);
  return toPem("CERTIFICATE", certificate.toSchema(true).toBER());
}

/** Subject of a certificate in PEM, as the certificates that it signs name it. */
export const subjectOf = (pem: string): pkijs.RelativeDistinguishedNames =>
  pkijs.Certificate.fromBER(derOf(pem)).subject;

/** From 2050 on with four digits of the year. Source: RFC 5280, section 4.1.2.5. */
const toTime = (value: Date) => new pkijs.Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value });

const derOf = (pem: string): Buffer => Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ""), "base64");

/** PEM of what is in DER. Source: RFC 7468. */
export function toPem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
