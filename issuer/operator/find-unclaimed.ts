import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { OperatorDeps } from "./decide.js";
import { describeReason, type NoDecision, notDecided } from "./decision-result.js";
import { readSentContents } from "./earlier-contents.js";
import { type AuthorityFindings, lookForEqual } from "./equal-vouchers.js";

/** The vouchers that the authority alone has, and that equal an issuance. Changes nothing. */
export async function findUnclaimed(
  deps: OperatorDeps,
  key: SequenceKey,
  issuanceId: number,
): Promise<({ outcome: "unclaimed"; isCut: boolean } & AuthorityFindings) | NoDecision> {
  const claimant = await deps.claims.findAdoptionCandidate(key, issuanceId);
  const content = claimant?.content;
  if (!content) return { outcome: "unclaimed", vouchers: [], isCut: false };
  const access = await deps.authority.open(key);
  if (access.outcome !== "open")
    return notDecided(`The tax authority cannot be asked: ${describeReason(access.reason)}.`);
  const { session } = access;
  const last = await session.lastNumber(issuanceId);
  const { claims } = deps;
  const sent = await readSentContents(
    claims,
    { key, unverified: await claims.isUnverified(key) },
    { issuanceId, content },
  );
  const seen = await lookForEqual(claims, session, last, key, { ...sent, ownNumber: claimant.number });
  return { outcome: "unclaimed", ...seen, isCut: seen.why !== undefined };
}
