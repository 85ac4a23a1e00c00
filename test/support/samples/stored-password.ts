import { randomBytes, scryptSync } from "node:crypto";

const cost = { N: 2, r: 8, p: 1 };

/**
 * Stored form of a password at the least cost of scrypt. `isPassword` takes the cost from there, so a test of something else signs
 * people in without a fifth of a second of processor for each. Where the cost is what a test is about, `hashPassword` gives the real one.
 */
export function storedPassword(password: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(password.normalize("NFKC"), salt, 32, cost);
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}
