import { keyIdBytes } from "./sealing-key.js";

/**
 * Versions of a sealed value, by its first byte.
 *
 * 1: AES-256-GCM under the secret key itself. Then 12 bytes of nonce, 16 bytes of tag, the ciphertext.
 * 2: a box that only the secret key's holder opens. Then the 8 bytes of the key's id, 32 bytes of encapsulated key, the ciphertext with its
 * tag.
 */
export const versions = { secret: 1, box: 2 } as const;

/** The bytes before a box's encapsulated key. They are authenticated together with the content. */
export const headerBytes = 1 + keyIdBytes;

export const boxHeader = (keyId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.of(versions.box), Buffer.from(keyId, "hex")]));

/** The id of the key that the value was sealed to. Undefined for any other form. */
export function sealedTo(sealed: Uint8Array): string | undefined {
  if (sealed[0] !== versions.box) return undefined;
  return Buffer.from(sealed.subarray(1, headerBytes)).toString("hex");
}
