import type { AuditRecord } from "../../shared/db/company/audit-entries.js";
import type { TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Decision } from "../../shared/queues/taxauth.js";
import type { AuthoritySession, HeldLock, IssuanceStore, IssuerDeps } from "../issuing/deps.js";
import { carryOut } from "../issuing/send.js";
import { settleApproved, settleRefused } from "../issuing/settle.js";
import { choicesOf, type Seen } from "./operator-choices.js";

export interface OperatorDeps extends IssuerDeps {
  /** The same commits, each with this entry of the audit log in it. */
  audited(record: AuditRecord): Pick<IssuanceStore, "approve" | "settleWithoutVoucher" | "renumber">;
}

export interface Deciding {
  issuanceId: number;
  decision: Decision;
  because: string;
}

export type Decided = { outcome: "decided" } | { outcome: "notDecided"; why: string };

const notDecided = (why: string): Decided => ({ outcome: "notDecided", why });

const lockTries = 60;
const lockPauseMs = 250;

/**
 * Carries out an operator's decision about an issuance whose outcome is open: takes the sequence, looks once more, and refuses
 * what the authority contradicts. Source: EXTENSIONS.md, section 11.
 */
export async function decide(deps: OperatorDeps, key: SequenceKey, deciding: Deciding): Promise<Decided> {
  const lock = await takeLock(deps, key);
  if (!lock) return notDecided("The sequence is being served by somebody else. Try again in a moment.");
  try {
    const access = await deps.authority.open(key);
    if (access.outcome !== "open")
      return notDecided(`The tax authority must be asked first: ${describe(access.reason)}.`);
    const taken = await deps.store.takeSequence(key);
    const [first, ...others] = await deps.store.listSubmissions(key);
    if (!first || ![first, ...others].some(({ id }) => id === deciding.issuanceId))
      return notDecided("There is nothing to decide: its outcome is known.");
    if (first.id === deciding.issuanceId && first.doubt === null)
      return notDecided("There is nothing to decide yet: it is being asked for.");
    if (first.id !== deciding.issuanceId)
      return notDecided(`Issuance ${first.id} has a lower number of the same sequence: decide that one first.`);
    return await carryOutDecision(deps, access.session, taken, first, deciding);
  } finally {
    await lock.release();
  }
}

async function takeLock(deps: IssuerDeps, key: SequenceKey): Promise<HeldLock | undefined> {
  for (let tries = 1; ; tries++) {
    const lock = await deps.lock.tryTake(key);
    if (lock || tries === lockTries) return lock;
    await deps.clock.sleep(lockPauseMs);
  }
}

export const describe = (reason: NoVoucher): string =>
  "cause" in reason ? reason.cause : "message" in reason ? reason.message : reason.code;

/** What the authority has under the number, and counts as its last. */
export async function lookAt(session: AuthoritySession, submission: Submission): Promise<Seen> {
  const consulted = await session.consult(submission.number, submission.id);
  const last = await session.lastNumber(submission.id);
  const differences = consulted.outcome === "found" ? session.compare(submission, consulted.voucher.content) : [];
  return { consulted, last, differences };
}

async function carryOutDecision(
  deps: OperatorDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
  { decision, because }: Deciding,
): Promise<Decided> {
  const seen = await lookAt(session, submission);
  const choice = choicesOf(submission, seen)[decision];
  if (!choice.allowed) return notDecided(choice.effect);

  const { id, number, requestId } = submission;
  const { companyId, production } = taken.key;
  const audited = deps.audited({
    companyId,
    production,
    action: "issuance.resolve",
    resourceId: String(id),
    before: { state: "submitted", number },
    after: { decision, because, effect: choice.effect },
  });
  const auditedDeps = { ...deps, store: { ...deps.store, ...audited } };
  const found = seen.consulted.outcome === "found" ? seen.consulted.voucher : undefined;
  const counted = seen.last.outcome === "known" ? seen.last : { number: 0, heardAtMs: null };
  // Where nothing has the number, a counter that lags does not lead back before it.
  const lastNumber = Math.max(counted.number, found?.numberTo ?? number - 1);
  deps.log.warn({ requestId, issuanceId: id, number, decision, because }, "an operator has decided");

  if (decision === "adopt" && found)
    return toDecided(
      await settleApproved(auditedDeps, taken, [{ submission, ...found, heardAtMs: null, isAnswer: false }]),
    );
  if (decision === "reject")
    return toDecided(
      await settleRefused(auditedDeps, taken, submission, rejectedByHand, { isRemembered: true, lastNumber }),
    );

  const lookedAtMs = deps.clock.monotonicMs();
  const to = { lastNumber, heardAtMs: counted.heardAtMs, isForeign: found !== undefined };
  const renumbered = await audited.renumber(taken, submission, to);
  if (!renumbered) return toDecided("lost");
  // Under the number that it had, an older request of ours may still be granted: this one repeats it.
  const isRepeated = renumbered.number === number;
  await carryOut(deps, session, taken, isRepeated ? { left: renumbered } : { submissions: [renumbered], lookedAtMs });
  return { outcome: "decided" };
}

const toDecided = (settled: unknown): Decided =>
  settled === "lost"
    ? notDecided("Somebody else has taken the sequence meanwhile. Try again.")
    : { outcome: "decided" };

const rejectedByHand: NoVoucher = {
  code: "TAXAUTH_ERROR",
  reasons: [{ code: 0, msg: "No voucher was authorized: an operator decided so after asking the tax authority." }],
};
