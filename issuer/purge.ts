import type { Database } from "../shared/db/database.js";
import { purgeFreed } from "../shared/db/issuing/doubts.js";
import { purgeExchanges } from "../shared/db/issuing/exchanges.js";
import { purgeContent } from "../shared/db/issuing/purge-content.js";
import { purgeLeases } from "../shared/db/issuing/sequence-leases.js";
import { purgeAuditLog } from "../shared/db/listing/audit-log.js";
import { purgePeople } from "../shared/db/people/purge.js";
import { purgeQuestions } from "../shared/db/questions/questions.js";

/** Deletes what its page promises to keep no longer, one kind after the other. */
export async function purgeKept(db: Database): Promise<void> {
  await purgeExchanges(db);
  await purgeFreed(db);
  await purgeContent(db);
  await purgeAuditLog(db);
  await purgeQuestions(db);
  await purgeLeases(db);
  await purgePeople(db);
}
