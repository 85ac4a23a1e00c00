import { type Actor, auditEverywhere } from "../../shared/db/company/audit-entries.js";
import { beginIncarnation, readIncarnation } from "../../shared/db/incarnation/incarnation.js";
import { endWaiting } from "../../shared/db/incarnation/watermarks.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { ReadWatermark } from "../../shared/domain/watermark.js";

interface RestoreResult {
  /** The number of the history that begins now. */
  history: number;
  companies: number;
}

/** A person says that the database lost commits, which nothing shows. It concerns every company. */
export const declareRestored = (db: Database, actor: Actor, because: string): Promise<RestoreResult> =>
  db.$transaction(async (tx) => {
    const before = await readIncarnation(tx);
    const history = await beginIncarnation(tx, before);
    // That is what a watermark may have waited for.
    await endWaiting(tx, []);
    const record = { action: "database.restored", resourceId: `${history}`, after: { because } };
    return { history, companies: await auditEverywhere(tx, actor, record) };
  });

/** A person says that these watermarks are wrong: the database did not go back. It concerns every company. */
export const discardWatermarks = (
  db: Database,
  actor: Actor,
  because: string,
  wrong: readonly ReadWatermark[],
): Promise<number> =>
  db.$transaction(async (tx) => {
    await endWaiting(tx, wrong);
    const watermarks = wrong.map(({ history, position }) => ({ history, position: `${position}` }));
    const record = {
      action: "database.watermark",
      resourceId: `${await readIncarnation(tx)}`,
      after: { because, discarded: watermarks },
    };
    return auditEverywhere(tx, actor, record);
  });
