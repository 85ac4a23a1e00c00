import { hkdfSync } from "node:crypto";

/**
 * The key of the webhooks' secrets where none is set: it follows from the secret key, and tells nothing about it. Both are 32 bytes
 * in base64.
 */
export const webhookKeyOf = (secretKey: string): string =>
  Buffer.from(hkdfSync("sha256", Buffer.from(secretKey, "base64"), "", "talonario webhook key", 32)).toString("base64");
