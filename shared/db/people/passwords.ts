import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { createKeyedSemaphore } from "../../concurrency/keyed-semaphore.js";

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** OWASP's setting of scrypt for 64 MB: about 0.2 s of one processor. */
const now = { N: 2 ** 16, r: 8, p: 2 };
const keyBytes = 32;

/** How many are hashed at once in this process: each takes 64 MB, and a thread that the others need too. */
const turns = createKeyedSemaphore(2);

/** Hashes a password to its stored form: `scrypt$N$r$p$salt$hash`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = now;
  return ["scrypt", N, r, p, salt.toString("base64url"), (await hash(password, salt, now)).toString("base64url")].join(
    "$",
  );
}

/** Whether the password is the stored one. With nothing stored it takes as long, and is false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt = "", expected = ""] = (stored ?? nobodys).split("$");
  const actual = await hash(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(actual, Buffer.from(expected, "base64url")) && stored !== null;
}

const nobodys = [
  "scrypt",
  now.N,
  now.r,
  now.p,
  "AAAAAAAAAAAAAAAAAAAAAA",
  Buffer.alloc(keyBytes).toString("base64url"),
].join("$");

/** Passwords that look alike are alike, whichever way the keyboard composes their letters. */
const hash = (password: string, salt: Buffer, cost: typeof now) =>
  turns("", () => derive(password.normalize("NFKC"), salt, keyBytes, { ...cost, maxmem: 256 * 1024 * 1024 }));
