import { sweepBatches } from "../../shared/db/batches/sweep-batches.js";
import { cancelAllOverdue } from "../../shared/db/issuing/issuances.js";
import { openSequences } from "../../shared/db/issuing/sequences.js";
import type { Database } from "../../shared/db/pool/database.js";
import { countSettled } from "../../shared/process/issuance-metrics.js";
import { type RecoverDeps, recover } from "../issuing/recover.js";

/** The round of `recover`, with PostgreSQL as its store. */
export const openRecovery = (db: Database, tell: Pick<RecoverDeps, "announce" | "wake">) => () =>
  recover({
    async cancelAllOverdue() {
      const cancelled = await cancelAllOverdue(db);
      if (cancelled.length > 0) countSettled("cancelled", { code: "VOUCHER_LOCK_TIMEOUT" }, cancelled.length);
      return cancelled;
    },
    sweepBatches: () => sweepBatches(db),
    openSequences: () => openSequences(db),
    ...tell,
  });
