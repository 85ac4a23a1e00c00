import { runAllThenThrow } from "../../shared/concurrency/run-all-then-throw.js";
import { runPeriodically } from "../../shared/concurrency/run-periodically.js";
import { purgeNotices } from "../../shared/db/company/notices.js";
import { publishSealingKeys } from "../../shared/db/company/sealing-keys.js";
import { purgeQuestions } from "../../shared/db/issuer-requests/issuer-requests.js";
import { purgeFreed } from "../../shared/db/issuing/doubts.js";
import { purgeExchanges } from "../../shared/db/issuing/exchanges.js";
import { purgeContent } from "../../shared/db/issuing/kept-content.js";
import { purgeLeases } from "../../shared/db/issuing/sequence-leases.js";
import { purgeAuditLog } from "../../shared/db/listing/audit-log.js";
import { foldCounts } from "../../shared/db/listing/fold-counts.js";
import { rotateMonths, tablesByMonth } from "../../shared/db/migrate/months.js";
import { purgePeople } from "../../shared/db/people/purge.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { Log } from "../../shared/logging/log.js";
import type { Opener } from "../../shared/sealing/opener.js";

const keysEveryMs = 60_000;
const foldEveryMs = 1_000;
const purgeEveryMs = 10 * 60_000;

/** The rounds that have nothing to do with issuing: any issuer does them, and it is no matter which. Gives how to stop them. */
export function openMaintenance(db: Database, { publicKeys }: Opener, log: Log): () => Promise<void> {
  const rounds = [
    runPeriodically(() => publishSealingKeys(db, publicKeys), keysEveryMs, log, "keeping of the keys", {
      atOnce: true,
    }),
    runPeriodically(() => foldCounts(db), foldEveryMs, log, "adding vouchers to the sums of the listing"),
    runPeriodically(() => purgeExpired(db), purgeEveryMs, log, "purging what is kept no longer"),
    runPeriodically(
      () => turnAllMonths(db),
      purgeEveryMs,
      log,
      "making of the months to come, and dropping of those that are over",
    ),
  ];
  return async () => {
    await Promise.all(rounds.map(({ stop }) => stop()));
  };
}

/** Apart from the purge: neither stops the other. */
const turnAllMonths = (db: Database) => runAllThenThrow(tablesByMonth.map((table) => () => rotateMonths(db, table)));

const purges = [
  purgeExchanges,
  purgeFreed,
  purgeContent,
  purgeAuditLog,
  purgeQuestions,
  purgeLeases,
  purgePeople,
  purgeNotices,
];

/** Deletes what its page promises to keep no longer, one kind after the other. One that cannot be deleted keeps no other. */
export const purgeExpired = (db: Database): Promise<void> => runAllThenThrow(purges.map((purge) => () => purge(db)));
