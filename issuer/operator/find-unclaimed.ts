import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { OperatorDeps } from "./decide.js";
import { describeReason, type NotDecided, notDecided } from "./decided.js";
import { lookForEqual, type SeenThere } from "./equal-vouchers.js";

/** The vouchers that the authority alone has, and that equal an issuance. Changes nothing. */
export async function findUnclaimed(
  deps: OperatorDeps,
  key: SequenceKey,
  issuanceId: number,
): Promise<({ outcome: "unclaimed"; isCut: boolean } & SeenThere) | NotDecided> {
  const claimant = await deps.claims.findAdoptionCandidate(key, issuanceId);
  const content = claimant?.content;
  if (!content) return { outcome: "unclaimed", vouchers: [], isCut: false };
  const access = await deps.authority.open(key);
  if (access.outcome !== "open")
    return notDecided(`The tax authority cannot be asked: ${describeReason(access.reason)}.`);
  const { session } = access;
  const last = await session.lastNumber(issuanceId);
  const wanting = { issuanceId, content, ownNumber: claimant.number };
  const seen = await lookForEqual(deps.claims, session, last, key, wanting);
  return { outcome: "unclaimed", ...seen, isCut: seen.why !== undefined };
}
