import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import { troubleOf } from "../../shared/db/pool/database-trouble.js";
import type { IssuingDeps } from "./deps.js";

const patienceMs = 1_000;

/**
 * Asked for a sale alone whose turn did not come: an issuer writes more than its record was, so the disk may be full for the issuer first.
 * @throws the database's own error when it takes no change now
 */
export async function needWrites({ probe }: Pick<IssuingDeps, "probe">): Promise<void> {
  await withTimeout(patienceMs, probe()).catch((error) => {
    if (troubleOf(error)) throw error;
  });
}
