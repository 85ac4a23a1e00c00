import { passwordAdvice } from "./db/password-advice.js";
import type { Log } from "./log.js";
import { isLoopback } from "./loopback.js";

/** Says at the start that the database's password can be guessed. Not of a database on this machine, which others do not reach. */
export function warnOfPassword(log: Log, databaseUrl: string): void {
  const { hostname, password } = new URL(databaseUrl);
  const problem = isLoopback(hostname) ? undefined : passwordAdvice(password);
  if (problem) log.warn(`the password in DATABASE_URL ${problem}`);
}
