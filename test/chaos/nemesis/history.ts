import type { System } from "../../support/processes/open-system.js";
import type { Violation } from "../../support/readers/violations.js";

/** One change of an issuance. A trigger records it in the same transaction. */
export interface Change {
  /** With company and environment. */
  key: string;
  oldState: string;
  newState: string;
  oldRevision: number;
  newRevision: number;
  oldNumber: number | null;
  newNumber: number | null;
  epoch: number | null;
  sequenceEpoch: number | null;
  /** Other numbers of the sequence that were unresolved then, except those of the same write-ahead. */
  unresolved: number;
}

export async function installHistory({ sql }: Pick<System, "sql">): Promise<void> {
  await sql(`
    CREATE TABLE nemesis_history (
      id bigserial PRIMARY KEY, key text, old_state text, new_state text, old_revision int, new_revision int,
      old_number int, new_number int, epoch int, sequence_epoch int, unresolved int
    );
    CREATE FUNCTION nemesis_note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    BEGIN
      INSERT INTO nemesis_history (key, old_state, new_state, old_revision, new_revision, old_number, new_number, epoch, sequence_epoch, unresolved)
      SELECT (SELECT c.code FROM company c WHERE c.id = NEW.company_id) || CASE WHEN NEW.production THEN '/production/' ELSE '/homologation/' END
          || NEW.idempotency, OLD.state, NEW.state, OLD.revision, NEW.revision, OLD.number, NEW.number, NEW.epoch,
        (SELECT s.epoch FROM sequence s WHERE s.company_id = NEW.company_id AND s.production = NEW.production
          AND s.pos_number = NEW.pos_number AND s.voucher_type = NEW.voucher_type),
        (SELECT count(*) FROM issuance i WHERE i.company_id = NEW.company_id AND i.production = NEW.production
          AND i.pos_number = NEW.pos_number AND i.voucher_type = NEW.voucher_type AND i.state = 'submitted' AND i.id <> NEW.id
          AND i.xmin <> pg_current_xact_id()::xid);
      RETURN NULL;
    END $$;
    CREATE TRIGGER nemesis_note AFTER UPDATE OF state, number, revision ON issuance
      FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.number IS DISTINCT FROM NEW.number OR OLD.revision <> NEW.revision)
      EXECUTE FUNCTION nemesis_note();`);
}

const settled = ["rejected", "cancelled", "failed"];

/** The allowed next states. Source: issuer/README.md, section 2. */
const successors: Record<string, string[]> = {
  // Approved at once: under CAEA.
  queued: ["submitted", "approved", "cancelled", "failed", "rejected"],
  submitted: ["approved", "rejected", "failed", "submitted", "queued"],
  rejected: ["queued"],
  cancelled: ["queued"],
  failed: ["queued"],
};

export interface HistoryReport {
  changes: number;
  renumbered: number;
  /** Numbers put back in line, because an earlier number of the batch was rejected or taken. */
  returned: number;
  violations: Violation[];
}

/**
 * Checks I4, I5 and the state transitions (I6) on every recorded change.
 * @param areClaimed an operator gives vouchers that were forgotten to issuances that ended without one
 */
export async function judgeHistory({ sql }: Pick<System, "sql">, { areClaimed = false } = {}): Promise<HistoryReport> {
  const changes = await sql<Change & Record<string, unknown>>(`
    SELECT key, old_state AS "oldState", new_state AS "newState", old_revision AS "oldRevision", new_revision AS "newRevision",
      old_number AS "oldNumber", new_number AS "newNumber", epoch, sequence_epoch AS "sequenceEpoch", unresolved
    FROM nemesis_history ORDER BY id`);
  const isClaim = ({ oldState, newState }: Change) => settled.includes(oldState) && newState === "approved";
  return judgeChanges(areClaimed ? changes.filter((one) => !isClaim(one)) : changes);
}

export function judgeChanges(changes: Change[]): HistoryReport {
  const isReturn = ({ oldState, newState }: Change) => oldState === "submitted" && newState === "queued";
  const isRenumbering = ({ oldState, newState }: Change) => oldState === "submitted" && newState === "submitted";
  return {
    changes: changes.length,
    renumbered: changes.filter(isRenumbering).length,
    returned: changes.filter(isReturn).length,
    violations: changes.flatMap(judgeChange),
  };
}

function judgeChange(change: Change): Violation[] {
  const { key, oldState, newState, oldRevision, newRevision, epoch, sequenceEpoch, unresolved } = change;
  const violations: Violation[] = [];
  if (!successors[oldState]?.includes(newState))
    violations.push({ invariant: "I6", text: `${key} went from ${oldState} to ${newState}` });
  if (newRevision !== oldRevision + (settled.includes(oldState) ? 1 : 0))
    violations.push({
      invariant: "I6",
      text: `${key} went from revision ${oldRevision} to ${newRevision} as ${newState}`,
    });
  if (newState !== "submitted") return violations;
  if (epoch !== sequenceEpoch)
    violations.push({
      invariant: "I5",
      text: `${key} was written ahead under epoch ${epoch}, but the sequence had epoch ${sequenceEpoch}`,
    });
  if (unresolved > 0)
    violations.push({
      invariant: "I4",
      text: `${key} got number ${change.newNumber} while other numbers were unresolved (${unresolved})`,
    });
  return violations;
}
