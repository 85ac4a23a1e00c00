import { boxHeader } from "./sealed-form.js";
import { keyIdOf, suite } from "./sealing-key.js";

/** Seals what it cannot open. */
export interface Sealer {
  /** The key that it seals to. */
  keyId: string;
  seal(plain: string, context: string): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Seals private keys to a public key (32 bytes, base64). `context` names the row that the private key belongs to; with another one
 * it does not open, so a sealed value cannot be moved to another row.
 */
export function createSealer(publicKey: string): Sealer {
  const keyId = keyIdOf(publicKey);
  const header = boxHeader(keyId);
  const recipient = suite.DeserializePublicKey(new Uint8Array(Buffer.from(publicKey, "base64")));
  // Reported by `seal`.
  recipient.catch(() => undefined);
  return {
    keyId,
    async seal(plain, context) {
      const { encapsulatedSecret, ciphertext } = await suite.Seal(await recipient, Buffer.from(plain), {
        info: Buffer.from(context),
        aad: header,
      });
      return new Uint8Array(Buffer.concat([header, encapsulatedSecret, ciphertext]));
    },
  };
}
