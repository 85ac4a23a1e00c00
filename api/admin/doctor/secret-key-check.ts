import { opensLatestKey } from "../../../shared/db/company/certificates.js";
import type { Database } from "../../../shared/db/database.js";
import { createSeal } from "../../../shared/seal.js";
import { type Check, failed, passed } from "./check.js";

/** Whether SECRET_KEY opens the private keys in the database. */
export async function checkSecretKey(db: Database, secretKey: string): Promise<Check> {
  const opens = await opensLatestKey(db, createSeal(secretKey));
  if (opens === undefined) return passed("secret key", "nothing is sealed yet");
  if (opens) return passed("secret key", "opens the private keys");
  return failed(
    "secret key",
    "does not open the private keys in the database",
    "Set SECRET_KEY to the one they were sealed under. Without it, request and install new certificates.",
  );
}
