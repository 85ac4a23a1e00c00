import type { Excess } from "../../domain/credit-bound.js";
import type { PerceptionRefusal } from "../../domain/perceptions.js";
import type { Database } from "../pool/database.js";
import { foreseeExcess, type NoteOf } from "./credits.js";
import { type IssuanceAttempt, type RecordedAttempt, recordIssuance } from "./issuances.js";
import { findPerceptionExcess, holdCredits, type PerceivedCredit } from "./perception-excess.js";

/** Bounds of a credit: by what is left of its original, and by what is left of the original's perceptions. */
export interface CreditBounds {
  /** Credit of the voucher in the path. POST invoices is not bound by an original's total. */
  credit?: NoteOf | undefined;
  perceived?: PerceivedCredit | undefined;
}

/**
 * Records the credit of a voucher like any issuance, or gives by how much it is more than what is left. All credits of an original
 * that were recorded before are seen: they wait for each other, with the lock of the original, which ends with the commit. So the
 * look is a statement of its own, behind the lock. Undefined when another request has the key.
 * Source: issuer/README.md, section 2, step 1.
 */
export async function recordCredit(
  db: Database,
  attempt: IssuanceAttempt,
  { credit, perceived }: CreditBounds,
): Promise<RecordedAttempt | { credit: NoteOf; excess: Excess } | { refusal: PerceptionRefusal } | undefined> {
  const id = credit?.original.id ?? perceived?.original.id;
  return db.$transaction(async (tx) => {
    await holdCredits(tx, id ?? 0);
    const excess = credit && (await foreseeExcess(tx, attempt.key, credit, attempt));
    if (excess) return { credit, excess };
    const refusal = perceived && (await findPerceptionExcess(tx, attempt.key, perceived));
    return refusal ? { refusal } : recordIssuance(tx, attempt);
  });
}
