import { environmentName } from "../../shared/domain/tenant.js";
import type { AuthorityLine } from "../operations/reconcile/authority-line.js";
import type { ProposedClaim } from "../operations/reconcile/propose-claims.js";
import type { SequenceReport } from "../operations/reconcile/sequence-report.js";
import type { AskAuthority } from "../taxauth/ask-authority.js";
import { type BoundClaim, bindClaims, unbound } from "./bind-claims.js";
import { confirm } from "./confirm.js";
import { describeProposal } from "./describe-claims.js";
import { progressBar } from "./progress-bar.js";
import { lookAtHeld, type Reconciled } from "./reconcile-company.js";

export interface ClaimOptions {
  import?: true;
  /** The answer is known: bind all. */
  yes?: true;
  because?: string;
}

export interface SettledClaims {
  claims: BoundClaim[];
  ambiguous: ProposedClaim[];
  /** As they are now. */
  sequences: SequenceReport[];
}

const defaultReason =
  "reconcile --import: of all without a key, only this voucher equals the sale in numbering, receiver, date and total";

const notAsked = "nobody said yes: run it at a terminal, or with --yes";

/**
 * Shows which keys the imported vouchers belong to, and binds all of them after one yes. Then looks again at the numbers that open issuances
 * had. In the order of `all`; nothing without an import.
 */
export async function settleClaims(
  { operatorName }: { operatorName: string },
  { line, askAuthority }: { line: AuthorityLine; askAuthority: AskAuthority },
  all: Reconciled[],
  { import: isImport, yes, because = defaultReason }: ClaimOptions,
): Promise<SettledClaims[]> {
  if (!isImport) return [];
  const proposed = all.map(({ company, proposal }) => ({ company: company.code, claims: proposal?.claims ?? [] }));
  const isAgreed = yes === true || (await ask(proposed));
  const settled: SettledClaims[] = [];
  for (const { company, operator, proposal, ...reconciled } of all) {
    const { claims, ambiguous } = proposal ?? { claims: [], ambiguous: [] };
    const bar = progressBar(`${company.code} ${environmentName(operator.production)} keys`);
    const binding = { tenant: operator, because, operatorName, progress: bar.show };
    const bound = isAgreed
      ? await bindClaims(askAuthority, claims, binding).finally(bar.clear)
      : unbound(claims, notAsked);
    const isChanged = bound.some((claim) => claim.bound);
    const sequences = isChanged ? await lookAtHeld(operator, reconciled, line) : reconciled.sequences;
    settled.push({ claims: bound, ambiguous, sequences });
  }
  return settled;
}

async function ask(proposed: { company: string; claims: ProposedClaim[] }[]): Promise<boolean> {
  const count = proposed.reduce((sum, { claims }) => sum + claims.length, 0);
  if (count === 0) return false;
  if (process.stderr.isTTY) process.stderr.write(`${describeProposal(proposed)}\n\n`);
  return (await confirm(`Give these ${count} vouchers their keys?`)) === true;
}
