import { createInterface } from "node:readline/promises";
import { environmentName } from "../../shared/domain/tenant.js";
import type { AuthorityClient } from "../operations/reconcile/authority-client.js";
import type { ProposedClaim } from "../operations/reconcile/propose-claims.js";
import type { SequenceReport } from "../operations/reconcile/sequence-report.js";
import type { AskAuthority } from "../taxauth/ask-authority.js";
import { adoptCommand } from "./adopt-command.js";
import { bindAdoptions, unbound } from "./bind-adoptions.js";
import { countKeyless } from "./count-keyless.js";
import { anonymousAdvice, type CompanyClaims, describeProposal, type ToldClaims } from "./describe-claims.js";
import { progressBar } from "./progress-bar.js";
import { type CompanyReconciliation, lookAtHeld, noProposal } from "./reconcile-company.js";

export interface ClaimOptions {
  import?: true;
  /** The answer is known: bind all that name a receiver. */
  yes?: true;
  because?: string;
}

/** The vouchers of a company that have no key, or had none. */
export interface SettledClaims extends Omit<ToldClaims, "company"> {
  /** As they are now. */
  sequences: SequenceReport[];
}

const defaultReason =
  "reconcile --import: of all without a key, only this voucher equals the sale in numbering, receiver, date and total";

const notAsked = "nobody said yes: run it at a terminal, or with --yes";
const needsPerson = "it names no receiver: a person must look at it";

/**
 * Shows which keys the imported vouchers belong to, and binds all of them after one yes. Pairs without a receiver need a yes of their own, of a
 * person at the terminal. Then looks again at the numbers that open issuances had. In the order of `all`; nothing without an import.
 */
export async function finishAdoptions(
  { operatorName, nowMs }: { operatorName: string; nowMs: number },
  { line, askAuthority }: { line: AuthorityClient; askAuthority: AskAuthority },
  all: CompanyReconciliation[],
  { import: isImport, yes, because = defaultReason }: ClaimOptions,
): Promise<SettledClaims[]> {
  if (!isImport) return [];
  const of = (kind: "claims" | "anonymous") =>
    all.map(({ company, proposal }) => ({ company: company.code, claims: proposal?.[kind] ?? [] }));
  const isAgreed = yes === true || (await ask(of("claims"), "Give these", ""));
  const isSeen = yes !== true && (await ask(of("anonymous"), "Give also these", anonymousAdvice));
  const settled: SettledClaims[] = [];
  for (const { company, operator, proposal, ...reconciled } of all) {
    const { claims, anonymous, ambiguous } = proposal ?? noProposal;
    const bar = progressBar(`${company.code} ${environmentName(operator.production)} keys`);
    const binding = { tenant: operator, because, operatorName, progress: bar.show };
    const bind = (pairs: ProposedClaim[], agreed: boolean, why: string) =>
      agreed ? bindAdoptions(askAuthority, pairs, binding).finally(bar.clear) : unbound(pairs, why);
    const pairs = {
      claims: await bind(claims, isAgreed, notAsked),
      anonymous: await bind(anonymous, isSeen, needsPerson),
    };
    const isChanged = [...pairs.claims, ...pairs.anonymous].some((claim) => claim.bound);
    const sequences = isChanged ? await lookAtHeld(operator, reconciled, line) : reconciled.sequences;
    const keyless = await countKeyless({ operator, sequences }, [...claims, ...anonymous, ...ambiguous], nowMs);
    settled.push({ ...pairs, ambiguous, keyless, sequences });
  }
  return settled;
}

/** Maps settled claims to JSON. */
export const claimsOf = (
  company: string,
  { claims, anonymous, ambiguous, keyless }: Omit<SettledClaims, "sequences">,
) => ({
  claims,
  anonymous: anonymous.map((pair) => ({ ...pair, command: adoptCommand(company, pair) })),
  ambiguous,
  keyless,
});

/** Whether a person has something left to do: keys to give, or clients to ask before they send their sales again. */
export const isLeft = ({ claims, anonymous, ambiguous, keyless }: Omit<SettledClaims, "sequences">): boolean =>
  [...claims, ...anonymous].some(({ bound }) => !bound) || ambiguous.length > 0 || keyless.imported > 0;

async function ask(proposed: CompanyClaims<ProposedClaim>[], give: string, advice: string): Promise<boolean> {
  const count = proposed.reduce((sum, { claims }) => sum + claims.length, 0);
  if (count === 0) return false;
  const shown = [describeProposal(proposed), advice].filter((part) => part !== "").join("\n\n");
  if (process.stderr.isTTY) process.stderr.write(`${shown}\n\n`);
  return (await confirm(`${give} ${count} vouchers their keys?`)) === true;
}

/** Asks the person at the terminal. Undefined without a terminal. Only a written yes is one. */
async function confirm(question: string): Promise<boolean | undefined> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  const terminal = createInterface({ input, output });
  try {
    const answer = await terminal.question(`${question} (yes/no) `);
    return answer.trim().toLowerCase() === "yes";
  } finally {
    terminal.close();
  }
}
