import { headerBytes, sealedTo } from "./sealed-form.js";
import { deriveKeyPair, keyIdOf, publicKeyBytes, publicKeyOf, suite } from "./sealing-key.js";

/** Opens private keys. Only the issuer holds one, and the command line when it is given the secret key. */
export interface Opener {
  /** The public halves of its secret keys, the one in force first. */
  publicKeys: { keyId: string; publicKey: string }[];
  /** @throws Error saying why it does not open, and what to do */
  open(sealed: Uint8Array, context: string): Promise<string>;
}

/** Opens what was sealed under either secret key (32 bytes, base64). There is another one while a new key is brought in. */
export async function createOpener(secretKey: string, other?: string): Promise<Opener> {
  const secretKeys = other === undefined ? [secretKey] : [secretKey, other];
  const publicKeys: Opener["publicKeys"] = [];
  const pairs = new Map<string, Awaited<ReturnType<typeof deriveKeyPair>>>();
  for (const secretKey of secretKeys) {
    const publicKey = await publicKeyOf(secretKey);
    const keyId = keyIdOf(publicKey);
    publicKeys.push({ keyId, publicKey });
    pairs.set(keyId, await deriveKeyPair(secretKey));
  }
  const ours = publicKeys.map(({ keyId }) => keyId).join(" and ");

  async function openBox(sealed: Uint8Array, keyId: string, context: string): Promise<string> {
    const pair = pairs.get(keyId);
    if (!pair) throw new Error(`is sealed to the key ${keyId}, and SECRET_KEY is that of ${ours}; ${cure}`);
    const begin = headerBytes + publicKeyBytes;
    try {
      const plain = await suite.Open(pair, sealed.slice(headerBytes, begin), sealed.slice(begin), {
        info: Buffer.from(context),
        aad: sealed.slice(0, headerBytes),
      });
      return Buffer.from(plain).toString("utf8");
    } catch {
      throw new Error(`is sealed to our key ${keyId}, and was changed or is of another row; restore it from a backup`);
    }
  }

  return {
    publicKeys,
    async open(sealed, context) {
      const keyId = sealedTo(sealed);
      if (keyId === undefined) throw new Error("is sealed to no key; request a new certificate");
      return openBox(sealed, keyId, context);
    },
  };
}

const cure = "set SECRET_KEY to the one it was sealed under, or request a new certificate";
