import { perceiveAsOriginal, type ValuedPerceptions } from "../../domain/perceptions/original-lines.js";
import type { PerceptionRefusal } from "../../domain/perceptions.js";
import type { Tenant } from "../../domain/tenant.js";
import type { Statements } from "../pool/database.js";
import { findCreditedPerceptions, type PerceivedOriginal } from "./original-perceptions.js";

/** Note that has the lines of its original again. */
export interface PerceivedCredit {
  original: PerceivedOriginal;
  idempotency: string;
  net: string;
  currency: string;
  quotation: number | string;
}

/** Why a note's lines are more than what is left of its original's, by what is known now. Undefined when they are not, and when its key is in use. */
export async function findPerceptionExcess(
  db: Statements,
  scope: Tenant,
  { original, idempotency, ...note }: PerceivedCredit,
): Promise<PerceptionRefusal | undefined> {
  const credits = await findCreditedPerceptions(db, scope, original, idempotency);
  if (!credits) return undefined;
  const perceived = perceiveAsOriginal(original, credits, { ...note, before: 0 });
  return "refusal" in perceived ? perceived.refusal : undefined;
}

/** How many rows of `work_lock` there are, in one of which the credits of an original wait (the function `hold_slot` of the database). */
const slots = 256;

/**
 * Excess of the notes of a batch, behind the locks of their originals: each counts for those after it. All who take several locks take
 * them in the order of their rows.
 */
export async function findBatchExcess(
  tx: Statements,
  scope: Tenant,
  credits: readonly PerceivedCredit[],
): Promise<PerceptionRefusal | undefined> {
  const inOrder = credits.toSorted((one, other) => (one.original.id % slots) - (other.original.id % slots));
  for (const { original } of inOrder) await holdCredits(tx, original.id);
  const counted = new Map<number, ValuedPerceptions[]>();
  for (const { original, idempotency, ...note } of credits) {
    const recorded = await findCreditedPerceptions(tx, scope, original, idempotency);
    if (!recorded) continue;
    const others = counted.get(original.id) ?? [];
    const perceived = perceiveAsOriginal(original, [...recorded, ...others], { ...note, before: 0 });
    if ("refusal" in perceived) return perceived.refusal;
    counted.set(original.id, [...others, { ...note, perceptions: perceived.perceptions }]);
  }
  return undefined;
}

/** Waits for the other credits of an original, until the transaction ends. */
export const holdCredits = async (tx: Statements, originalId: number): Promise<void> => {
  await tx.$executeRaw`SELECT public.hold_credits(${originalId}::bigint)`;
};
