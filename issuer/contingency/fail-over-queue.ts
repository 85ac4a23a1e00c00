import type { SequenceKey } from "../../shared/domain/sequence.js";
import { traceIdOf } from "../../shared/tracing/traceparent.js";
import type { IssuerDeps } from "../issuing/deps.js";
import { judgeFailover } from "./judge-failover.js";

type Deps = Pick<IssuerDeps, "contingency" | "announce" | "enqueueAfterCommit" | "onCommit" | "log">;

/**
 * Issues what waits in a sequence under CAEA, while a contingency lasts. Needs neither the sequence's lock nor its epoch: it takes
 * only issuances without a number, and a drain takes none of these. What cannot move stays for the drain.
 * Source: issuer/README.md, section 13.
 * @returns how many vouchers it made
 */
export async function failOverQueue(deps: Deps, key: SequenceKey): Promise<number> {
  const { contingency } = deps;
  if (!contingency.mayLast(key)) return 0;
  for (let vouchers = 0; ; ) {
    const line = await contingency.store.readQueue(key);
    const [first] = line?.waiting ?? [];
    if (!line || !first) return vouchers;
    // The first that waits tries the authority; those behind it do not wait for that.
    const tries = line.isReady && (await contingency.store.claimTrial(key, first.id));
    const waiting = tries ? line.waiting.slice(1) : line.waiting;

    const sound = waiting.filter(({ isSound }) => isSound);
    const moves = sound.flatMap((movable) => judgeFailover(movable, line, contingency.nowMs()) ?? []);
    const kept = waiting.filter(({ id }) => !moves.some((move) => move.id === id));
    if (kept.length > 0) await contingency.store.keepWithCae(kept.map(({ id, revision }) => ({ id, revision })));
    if (moves.length === 0 || line.substitute === null) return vouchers;
    const made = await moveAll(deps, key, line.substitute, moves);
    if (made === 0) return vouchers;
    vouchers += made;
  }
}

async function moveAll(
  { contingency, announce, enqueueAfterCommit, onCommit, log }: Deps,
  key: SequenceKey,
  substitute: number,
  moves: Parameters<typeof contingency.store.move>[2],
): Promise<number> {
  const { moved, refused } = await contingency.store.move(key, substitute, moves);
  for (const { issuanceId, voucherId, number } of moved) {
    const { requestId, trace = null } = moves.find(({ id }) => id === issuanceId) ?? { requestId: "" };
    announce(issuanceId);
    enqueueAfterCommit(voucherId, { requestId, trace }, key);
    log.info(
      { requestId, traceId: traceIdOf(trace), issuanceId, voucherId, posNumber: substitute, number },
      "issued under CAEA",
    );
  }
  for (const issuanceId of refused) announce(issuanceId);
  onCommit({ type: "moved", moved, refused });
  return moved.length;
}
