import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { IssuerDeps } from "../issuing/deps.js";
import { openSequenceSession, type SequenceSession } from "../issuing/fenced-sequence.js";
import { closedTo, isClosed } from "./closed-authority.js";
import { type DecisionResult, describeReason, notDecided, servedByOther } from "./decision-result.js";
import { lookYourself } from "./operator-choices.js";
import { takeLock } from "./take-lock.js";

/**
 * Takes a sequence for an operator's decision: nobody else can commit there meanwhile. Without the authority nothing is decided.
 * @param unseen a person looked at the authority's own pages: then it may be one that gives no ticket. Null where that is no help: what is to
 *   be given to a sale must be shown
 */
export async function whileTaken(
  deps: IssuerDeps,
  key: SequenceKey,
  unseen: boolean | null,
  work: (sequence: SequenceSession) => Promise<DecisionResult>,
): Promise<DecisionResult> {
  const lock = await takeLock(deps, key);
  if (!lock) return notDecided(servedByOther);
  try {
    const access = await deps.authority.open(key);
    if (access.outcome === "unavailable" && !(unseen && isClosed(access)))
      return notDecided(
        `The tax authority must be asked first: ${describeReason(access.reason)}.${isClosed(access) && unseen !== null ? ` ${lookYourself}` : ""}`,
      );
    const session = access.outcome === "open" ? access.session : closedTo(describeReason(access.reason));
    return await work(openSequenceSession(deps, await deps.store.acquireSequence(key), session));
  } finally {
    await lock.release();
  }
}
