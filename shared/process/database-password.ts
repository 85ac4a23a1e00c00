import { addressesOf } from "../config/database-hosts.js";
import { isLoopback } from "../config/loopback.js";
import { passwordAdvice } from "../config/password-advice.js";
import type { Log } from "../logging/log.js";

/** Says at the start that the database's password can be guessed. Not of a database on this machine, which others do not reach. */
export function warnOfPassword(log: Log, databaseUrl: string): void {
  const addresses = (addressesOf(databaseUrl) ?? []).map((address) => new URL(address));
  const distant = addresses.find(({ hostname }) => !isLoopback(hostname));
  const problem = distant && passwordAdvice(distant.password);
  if (problem) log.warn(`the password in DATABASE_URL ${problem}`);
}
