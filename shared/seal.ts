import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Layout of a sealed value: 1 byte of version, 12 bytes of nonce, 16 bytes of tag, then the ciphertext. */
const version = 1;

export interface Seal {
  seal(plain: string, context: string): Uint8Array<ArrayBuffer>;
  open(sealed: Uint8Array, context: string): string;
}

/**
 * Encrypts stored secrets with AES-256-GCM under `secretKey` (32 bytes, base64). `context` names the row that the secret belongs
 * to. `open` throws when it is given another one, so a sealed value cannot be moved to another row.
 */
export function createSeal(secretKey: string): Seal {
  const key = Buffer.from(secretKey, "base64");
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ciphertext]));
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== version) throw new Error("sealed with an unknown version");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 13)).setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(13, 29));
      return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]).toString("utf8");
    },
  };
}

/**
 * Seals the same secret under the key `to`. Undefined when it is under that key already.
 * @throws Error when neither key opens it
 */
export function reseal(
  sealed: Uint8Array,
  context: string,
  { from, to }: { from: Seal; to: Seal },
): Uint8Array<ArrayBuffer> | undefined {
  let plain: string;
  try {
    plain = from.open(sealed, context);
  } catch {
    to.open(sealed, context);
    return undefined;
  }
  return to.seal(plain, context);
}
