import { createPrivateKey, webcrypto, X509Certificate } from "node:crypto";
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

/** PKCS #9. */
const contentTypeOid = "1.2.840.113549.1.9.3";
const messageDigestOid = "1.2.840.113549.1.9.4";
const signingTimeOid = "1.2.840.113549.1.9.5";

const engine = new pkijs.CryptoEngine({ name: "node", crypto: webcrypto });

/**
 * Signs a login request. Gives CMS SignedData with the request inside, SHA-256 with RSA, as base64 of its DER.
 * Source: issuer/authority/README.md, section 1.3.
 *
 * @throws when the certificate or the key cannot be read.
 */
export async function signTra(
  tra: string,
  { certificatePem, privateKeyPem }: { certificatePem: string; privateKeyPem: string },
  signedAt = new Date(),
): Promise<string> {
  const certificate = pkijs.Certificate.fromBER(new X509Certificate(certificatePem).raw);
  const content = Buffer.from(tra, "utf8");
  const digest = await engine.digest("SHA-256", content);

  const encapsulated = new pkijs.EncapsulatedContentInfo({ eContentType: pkijs.ContentInfo.DATA });
  // Set after construction: the constructor would split the content into a constructed string, which is BER but not DER.
  encapsulated.eContent = new asn1js.OctetString({ valueHex: content });

  const signer = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    signedAttrs: new pkijs.SignedAndUnsignedAttributes({
      type: 0,
      // In the order of their encodings, as DER requires for a set.
      attributes: [
        new pkijs.Attribute({
          type: contentTypeOid,
          values: [new asn1js.ObjectIdentifier({ value: pkijs.ContentInfo.DATA })],
        }),
        new pkijs.Attribute({ type: signingTimeOid, values: [new asn1js.UTCTime({ valueDate: signedAt })] }),
        new pkijs.Attribute({ type: messageDigestOid, values: [new asn1js.OctetString({ valueHex: digest })] }),
      ],
    }),
  });
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: encapsulated,
    signerInfos: [signer],
    certificates: [certificate],
  });
  await signed.sign(await importKey(privateKeyPem), 0, "SHA-256", undefined, engine);

  const message = new pkijs.ContentInfo({ contentType: pkijs.ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
  return Buffer.from(message.toSchema().toBER(false)).toString("base64");
}

function importKey(privateKeyPem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(privateKeyPem).export({ type: "pkcs8", format: "der" });
  return engine.importKey("pkcs8", der, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }, false, ["sign"]);
}
