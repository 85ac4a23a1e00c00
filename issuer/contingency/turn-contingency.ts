import { addAuditEntry } from "../../shared/db/company/audit-entries.js";
import { toAuditRecord } from "../../shared/db/contingency/audit-record.js";
import { beginOfSilence, noteIssued, type Turned } from "../../shared/db/contingency/silence.js";
import type { Database, Transaction } from "../../shared/db/database.js";
import type { Tenant } from "../../shared/domain/tenant.js";

/** Begins the contingency of a lasting silence, and says so in the audit log. Undefined when it does not begin. */
export const begin = (db: Database, tenant: Tenant, afterMs: number): Promise<Turned | undefined> =>
  turn(db, tenant, "contingency.start", (tx) => beginOfSilence(tx, tenant, afterMs));

/** Ends the silence, and the contingency that came of it, because the authority issues. Undefined when none ends. */
export const endOfEvidence = (db: Database, tenant: Tenant): Promise<Turned | undefined> =>
  turn(db, tenant, "contingency.end", (tx) => noteIssued(tx, tenant));

async function turn(
  db: Database,
  tenant: Tenant,
  action: "contingency.start" | "contingency.end",
  write: (tx: Transaction) => Promise<Turned | undefined>,
): Promise<Turned | undefined> {
  return db.$transaction(async (tx) => {
    const turned = await write(tx);
    if (turned) await addAuditEntry(tx, { type: "system" }, toAuditRecord(tenant, action, turned));
    return turned;
  });
}
