import type { ConsultOutcome } from "../../shared/domain/cae-outcome.js";
import { type DeclaredAmounts, declaredCandidates } from "../../shared/domain/declared-candidates.js";
import { type FieldDifference, resemblanceOf } from "../authority/wsfe/equal-content.js";
import type { AuthoritySession } from "../issuing/deps.js";
import { declaredBefore, type SentContents } from "./earlier-contents.js";

/** Comparison of the authority's voucher under a number with an issuance's declaration. */
export interface SeenCandidate {
  consulted: ConsultOutcome;
  /** Declaration that differs least from the voucher, of all that the service may have made for the issuance. */
  closest: DeclaredAmounts;
  /** Differences that are left. Empty when there is no voucher. */
  differences: FieldDifference[];
  /** By one of these declarations it may be the sale's voucher: nothing that names a sale has another value. */
  mayBeIts: boolean;
  /** Possible match with anything else that its key may have been sent with. */
  mayBeOfBefore: boolean;
}

export async function lookAtNumber(
  session: AuthoritySession,
  number: number,
  sent: SentContents,
): Promise<SeenCandidate> {
  const { issuanceId, content } = sent;
  const consulted = await session.consult(number, issuanceId);
  const [first, ...others] = declaredCandidates(content.body, content);
  if (consulted.outcome !== "found")
    return { consulted, closest: first, differences: [], mayBeIts: false, mayBeOfBefore: false };
  const { voucher } = consulted;
  const compare = (closest: DeclaredAmounts) => ({
    closest,
    differences: session.compare({ number, declared: closest.declared }, voucher.content),
  });
  const compared = [compare(first), ...others.map(compare)] as const;
  const least = compared.reduce((best, one) => (one.differences.length < best.differences.length ? one : best));
  const mayBeIts = compared.some(({ differences }) => resemblanceOf(differences) !== "other");
  const mayBeOfBefore = declaredBefore(sent, voucher).some(
    (declared) => resemblanceOf(session.compare({ number, declared }, voucher.content)) !== "other",
  );
  return { consulted, ...least, mayBeIts, mayBeOfBefore };
}
