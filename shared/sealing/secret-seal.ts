import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { versions } from "./sealed-form.js";

/** Seals and opens under one secret key. For tickets, which issuers alone write and read. */
export interface SecretSeal {
  seal(plain: string, context: string): Uint8Array<ArrayBuffer>;
  /** @throws Error when it was sealed under another key or context, or was changed */
  open(sealed: Uint8Array, context: string): string;
}

/**
 * AES-256-GCM under `secretKey` (32 bytes, base64). `context` names the row, as for `Sealer`. What was sealed under `other` opens
 * too.
 */
export function createSecretSeal(secretKey: string, other?: string): SecretSeal {
  const key = Buffer.from(secretKey, "base64");
  const next = other === undefined ? undefined : createSecretSeal(other);
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.of(versions.secret), nonce, cipher.getAuthTag(), ciphertext]));
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== versions.secret) throw new Error("sealed with an unknown version");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 13), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(13, 29));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]).toString("utf8");
      } catch (error) {
        if (!next) throw error;
        return next.open(sealed, context);
      }
    },
  };
}
