import { createThrottle } from "../../shared/concurrency/throttle.js";
import { listUnseeded, type Seed, seedSequence } from "../../shared/db/contingency/seeds.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { voucherTypesOf } from "../../shared/domain/voucher-types.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import type { AuthoritySession } from "../issuing/deps.js";
import { forEachItem } from "./for-each-item.js";
import type { PreparationDeps } from "./preparation-deps.js";

/** Rounds are 20 s apart, so what has no answer is asked every minute. */
const unansweredAgainMs = 40_000;
const refusedAgainMs = 15 * 60_000;

/** The standing of a sequence, number and date together; or when to ask again for what could not be learnt. */
async function ask(session: AuthoritySession, atLeast: number): Promise<Seed | { afterMs: number }> {
  const last = await session.lastNumber();
  if (last.outcome === "unknown")
    return { afterMs: last.permanent || last.problem ? refusedAgainMs : unansweredAgainMs };
  const { number: lastNumber, authorityTimeMs } = last;
  if (lastNumber < atLeast) return { afterMs: unansweredAgainMs };
  if (lastNumber === 0) return { lastNumber, lastDate: null, authorityTimeMs };
  const found = await session.consult(lastNumber);
  if (found.outcome !== "found") return { afterMs: unansweredAgainMs };
  return { lastNumber, lastDate: found.voucher.voucherDate, authorityTimeMs };
}

/**
 * Gives the round that asks, for every point of sale of CAEA, for the last number and its date of the sequences that have none. Nothing is issued
 * there before: while the authority is away nobody can ask it. Afterwards our own counter is the only truth, and is never lowered.
 */
export function createSeeding(deps: PreparationDeps): (production: boolean) => Promise<void> {
  const { db, access, store, log } = deps;
  /** Sequences that are not asked for again for a while. Only of this process: to ask twice does no harm. */
  const asked = createThrottle<string>();

  async function seed(key: SequenceKey): Promise<void> {
    const again = (afterMs: number) => asked.rest(sequenceName(key), afterMs);
    const opened = await access.open(key);
    if (opened.outcome === "unavailable") {
      again(isDown(opened.reason) ? unansweredAgainMs : refusedAgainMs);
      return;
    }
    const taken = await store.acquireSequence(key);
    const told = await ask(opened.session, taken.lastNumber ?? 0);
    if ("afterMs" in told) {
      again(told.afterMs);
      return;
    }
    if (await seedSequence(db, taken, told)) {
      const { lastNumber, lastDate } = told;
      log.info({ sequence: sequenceName(key), lastNumber, lastDate }, "a sequence can be used in a contingency");
    }
  }

  return async (production) => {
    const points = await listUnseeded(db, production);
    const keys = points.flatMap(({ taxType, seeded, ...point }) =>
      voucherTypesOf({ taxType, hasFce: false, withheldA: false })
        .filter((voucherType) => !seeded.includes(voucherType))
        .map((voucherType): SequenceKey => ({ ...point, voucherType })),
    );
    const due = keys.filter((key) => !asked.isResting(sequenceName(key)));
    await forEachItem(deps, due, seed);
  };
}

const isDown = (reason: NoVoucher): boolean =>
  reason.code === "TAXAUTH_CONNECTION_ERROR" && reason.problem.kind === "down";
