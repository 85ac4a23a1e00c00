import { hkdfSync } from "node:crypto";

/** Purposes of the API's MACs. Each has a key of its own: what one of them gives away says nothing of another. */
type Purpose =
  | "previews of issuances"
  | "forms of the web application"
  | "names in the log"
  | "browsers that are known";

export type MacKeys = (purpose: Purpose) => Promise<Buffer>;

/**
 * The API's keys, all from one secret, which all its processes read where none else can. Read once it is needed, and again until that
 * succeeds: PostgreSQL may start later than this process.
 */
export function createMacKeys(readSecret: () => Promise<Uint8Array>): MacKeys {
  let secret: Promise<Uint8Array> | undefined;
  const keys = new Map<Purpose, Buffer>();

  async function derive(purpose: Purpose): Promise<Buffer> {
    secret ??= readSecret();
    try {
      const key = Buffer.from(hkdfSync("sha256", await secret, "", purpose, 32));
      keys.set(purpose, key);
      return key;
    } catch (error) {
      secret = undefined;
      throw error;
    }
  }
  return async (purpose) => keys.get(purpose) ?? derive(purpose);
}
