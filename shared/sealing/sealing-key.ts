import { createHash, hkdfSync } from "node:crypto";
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256 } from "hpke";

/** HPKE in base mode. Source: RFC 9180, sections 4.1 (DHKEM), 5.1.1 (base mode) and 7.1.3 (DeriveKeyPair). */
export const suite = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);

export const publicKeyBytes = 32;
export const keyIdBytes = 8;

/** The key pair of a secret key. The secret also seals tickets, so the label keeps the two uses apart. */
export function deriveKeyPair(secretKey: string) {
  const secret = Buffer.from(secretKey, "base64");
  return suite.DeriveKeyPair(new Uint8Array(hkdfSync("sha256", secret, "", "talonario sealing key pair", 32)));
}

/** The public half of a secret key, in base64: what the API needs, and all that it needs. */
export async function publicKeyOf(secretKey: string): Promise<string> {
  const { publicKey } = await deriveKeyPair(secretKey);
  return Buffer.from(await suite.SerializePublicKey(publicKey)).toString("base64");
}

/** A public key's short name, in hex. It stands in what was sealed to that key, in the database, in messages and in answers. */
export const keyIdOf = (publicKey: string): string =>
  createHash("sha256").update(Buffer.from(publicKey, "base64")).digest().subarray(0, keyIdBytes).toString("hex");
