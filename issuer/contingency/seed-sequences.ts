import { listUnseeded } from "../../shared/db/contingency/seeds.js";
import { type NoVoucher, problemOf } from "../../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { voucherTypesOf } from "../../shared/domain/voucher-types.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import type { AttendDeps } from "./attend-deps.js";
import { forEachItem } from "./for-each-item.js";

/** Rounds are 20 s apart, so what has no answer is asked every minute. */
const unansweredAgainMs = 40_000;
const refusedAgainMs = 15 * 60_000;

/**
 * Gives the round that asks, for every point of sale of CAEA, for the last number of the sequences that have none. Nothing is issued
 * there before: while the authority is away nobody can ask it. Afterwards our own counter is the only truth, and is never lowered.
 */
export function createSeeding(deps: AttendDeps): (production: boolean) => Promise<void> {
  const { db, access, store, log } = deps;
  /** When a sequence may be asked for again, by the monotonic clock. Only of this process: to ask twice does no harm. */
  const notBeforeMs = new Map<string, number>();

  async function seed(key: SequenceKey): Promise<void> {
    const again = (afterMs: number) => notBeforeMs.set(sequenceName(key), performance.now() + afterMs);
    const opened = await access.open(key);
    if (opened.outcome === "unavailable") {
      again(isDown(opened.reason) ? unansweredAgainMs : refusedAgainMs);
      return;
    }
    const taken = await store.takeSequence(key);
    if (taken.lastNumber !== null) return;
    const last = await opened.session.lastNumber();
    if (last.outcome === "unknown") {
      again(last.permanent || last.problem ? refusedAgainMs : unansweredAgainMs);
      return;
    }
    notBeforeMs.delete(sequenceName(key));
    const isKept = await store.setLastNumber(taken, last.number, last.heardAtMs);
    if (isKept)
      log.info({ sequence: sequenceName(key), lastNumber: last.number }, "a sequence can be used in a contingency");
  }

  return async (production) => {
    const points = await listUnseeded(db, production);
    const keys = points.flatMap(({ taxType, seeded, ...point }) =>
      voucherTypesOf({ taxType, hasFce: false })
        .filter((voucherType) => !seeded.includes(voucherType))
        .map((voucherType): SequenceKey => ({ ...point, voucherType })),
    );
    const isDue = (key: SequenceKey) => performance.now() >= (notBeforeMs.get(sequenceName(key)) ?? 0);
    await forEachItem(deps, keys.filter(isDue), seed);
  };
}

const isDown = (reason: NoVoucher): boolean =>
  reason.code === "TAXAUTH_CONNECTION_ERROR" && problemOf(reason).kind === "down";
