import { type Actor, addAuditEntries } from "../../shared/db/company/audit-entries.js";
import type { Database } from "../../shared/db/database.js";
import { readHistory, renewHistory } from "../../shared/db/history.js";

interface Restored {
  /** The number of the history that begins now. */
  history: number;
  companies: number;
}

/** A person says that the database lost commits, which nothing shows. It concerns every company. */
export const declareRestored = (db: Database, actor: Actor, because: string): Promise<Restored> =>
  db.$transaction(async (tx) => {
    const before = await readHistory(tx);
    const history = await renewHistory(tx, before);
    const companies = await tx.company.findMany({ select: { id: true } });
    const record = { production: null, action: "database.restored", resourceId: `${history}`, after: { because } };
    await addAuditEntries(
      tx,
      actor,
      companies.map(({ id: companyId }) => ({ companyId, ...record })),
    );
    return { history, companies: companies.length };
  });
