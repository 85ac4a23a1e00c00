import { randomUUID } from "node:crypto";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { ProposedClaim } from "../operations/reconcile/propose-claims.js";
import type { AskAuthority } from "../taxauth/ask-authority.js";
import { unavailable } from "../taxauth/authority-suggestions.js";
import { patience } from "./ask-issuer.js";
import { reasonOf } from "./doctor/check.js";

/** Outcome of a proposed claim. `why`: why it is not bound; null when it is. */
export interface BoundClaim extends ProposedClaim {
  bound: boolean;
  why: string | null;
}

interface Binding {
  tenant: Tenant;
  because: string;
  operatorName: string;
  /** Called after each. */
  progress(done: number, total: number): void;
}

/**
 * Gives each voucher the key that was proposed for it, one after the other: each goes the way of `issuance resolve --adopt --number`, is looked
 * at once more and audited for itself; there it must still be one that an attempt of the key may have made. One that is refused does not
 * keep the others back.
 */
export async function bindAdoptions(
  askAuthority: AskAuthority,
  claims: ProposedClaim[],
  { tenant, because, operatorName: by, progress }: Binding,
): Promise<BoundClaim[]> {
  const bound: BoundClaim[] = [];
  for (const claim of claims) {
    const why = await bind(claim);
    bound.push({ ...claim, bound: why === null, why });
    progress(bound.length, claims.length);
  }
  return bound;

  async function bind({ issuanceId, pos, type, number, numberPos }: ProposedClaim): Promise<string | null> {
    const about = { posNumber: pos, voucherType: type, issuanceId, number };
    const ask = { kind: "adoptNumber" as const, ...about, because, by, isProposed: true };
    const elsewhere = numberPos === null ? {} : { numberPos };
    try {
      const requestId = `reconcile-${randomUUID()}`;
      const answer = await askAuthority(tenant, { ...ask, ...elsewhere }, { requestId, ...patience });
      if (answer.outcome === "decided") return null;
      if (answer.outcome === "notDecided") return answer.why;
      if (answer.outcome === "unavailable") return unavailable(answer.problem).message;
      return `the issuer answered another question: ${answer.outcome}`;
    } catch (error) {
      return reasonOf(error);
    }
  }
}

/** As they stand before anybody said yes. */
export const unbound = (claims: ProposedClaim[], why: string): BoundClaim[] =>
  claims.map((claim) => ({ ...claim, bound: false, why }));
