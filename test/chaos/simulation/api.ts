import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { issuanceJobId, wakeJobId, wakeJobOptions } from "../../../shared/queues/issuance.js";
import type { NewBatch } from "./batches.js";
import { distinctKeys, keyOf } from "./companies.js";
import type { Query } from "./connection.js";
import type { IssuanceJob } from "./issuers.js";
import type { JobQueue } from "./jobs.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import { isRedisAway } from "./redis.js";
import { type BatchRow, isOfKey, isOpen, type Row } from "./rows.js";
import { isSameSale, type Sale } from "./sale.js";
import type { Settlements } from "./settlements.js";
import { isAnyIssuerSeen } from "./store/hearings.js";
import { openWatched } from "./witnesses.js";

export interface Asked {
  companyId: number;
  key: string;
  sale: Sale;
  requestId: string;
}

/** How a request ended. The answer is made from `row`. */
export type Ending =
  | { kind: "settled"; row: Row; replay: boolean }
  | { kind: "quota" }
  | { kind: "unconfirmed" }
  /** The key takes no attempt any more, or none for this numbering. */
  | { kind: "barred" }
  | { kind: "unreachable"; row: Row }
  | { kind: "timedOut" };

export interface ApiDeps {
  parts: Parts;
  settlements: Settlements;
  queue: JobQueue<IssuanceJob>;
  process: Process;
}

const unconfirmedMarginMs = 5_000;

/** A model of api/issuing/issue-voucher.ts, step by step. Rejects when the database fails. */
export async function issueVoucher(deps: ApiDeps, asked: Asked): Promise<Ending> {
  const { parts, process } = deps;
  const { requests } = parts;
  const query = openWatched(parts, process);
  const giveUpAtMs = process.monotonicMs() + parts.world.circumstances.requestTimeoutMs;

  for (;;) {
    const existing = await query("findByKey", () => requests.findByKey(asked.companyId, asked.key));
    if (existing && isOpen(existing)) {
      const settled = await join(deps, query, existing, giveUpAtMs);
      if (settled === "lost") continue;
      if (typeof settled === "string") return { kind: settled };
      if (isAnswerTo(settled, asked)) return { kind: "settled", row: settled, replay: true };
    }
    if (existing?.state === "approved") return { kind: "settled", row: existing, replay: true };
    const wanted = keyOf(asked.companyId, asked.sale.posNumber, asked.sale.voucherType);
    const obstacle =
      existing && (await query("findObstacle", () => requests.findObstacle(asked.companyId, asked.key, wanted)));
    if (obstacle)
      return { kind: obstacle === "unverified" || obstacle === "othersUnverified" ? "unconfirmed" : "barred" };

    if (!(await query("quota", () => requests.hasQuotaLeft(asked.companyId)))) return { kind: "quota" };
    const armed = await query("record", () => requests.record(process.name, asked));
    const ending = armed && (await seeThrough(deps, query, armed, giveUpAtMs));
    if (!ending) continue;
    if (ending.kind !== "settled" || !ending.replay || isAnswerTo(ending.row, asked)) return ending;
  }
}

const isAnswerTo = (settled: Row, { sale }: Asked) =>
  settled.state === "approved" || (isSameSale(settled.sale, sale) && settled.outcome?.code !== "CANCELLED");

type Outcome = Row | "unconfirmed" | "timedOut" | "lost";

async function join(deps: ApiDeps, query: Query, existing: Row, giveUpAtMs: number): Promise<Outcome> {
  if (existing.patient && existing.state === "queued") {
    await query("promote", () => deps.parts.requests.promote(deps.process.name, existing.id));
    await wakeSequence(deps, existing.sequence);
  }
  if (existing.doubt !== "unconfirmed") return waitForOutcome(deps, query, existing, giveUpAtMs);
  const { lockWaitMs } = deps.parts.world.circumstances;
  const maxMs = Math.min(lockWaitMs, giveUpAtMs - unconfirmedMarginMs - deps.process.monotonicMs());
  await deps.settlements.wait(deps.process, { ...existing, orUnconfirmed: false }, maxMs);
  const row = await findOwn(deps, query, existing);
  return typeof row !== "string" && isOpen(row) ? "unconfirmed" : row;
}

async function waitForOutcome(deps: ApiDeps, query: Query, waited: Row, giveUpAtMs: number): Promise<Outcome> {
  for (;;) {
    const row = await findOwn(deps, query, waited);
    if (typeof row === "string" || !isOpen(row)) return row;
    const leftMs = giveUpAtMs - deps.process.monotonicMs();
    if (row.doubt === "unconfirmed" || (row.doubt !== null && leftMs <= unconfirmedMarginMs)) return "unconfirmed";
    if (leftMs <= 0) return "timedOut";
    const untilMs = leftMs > unconfirmedMarginMs ? leftMs - unconfirmedMarginMs : leftMs;
    await deps.settlements.wait(deps.process, { ...row, orUnconfirmed: true }, untilMs);
  }
}

async function findOwn({ parts }: ApiDeps, query: Query, waited: Row): Promise<Outcome> {
  const { id, key, revision, timeline, sequence } = waited;
  const row = await query("find", () => parts.requests.find(id));
  if (row && !parts.world.guards.knowsItsRow) return row;
  const isOwn = (one: Row | undefined): one is Row =>
    one !== undefined && isOfKey(one, sequence.companyId, key) && one.revision >= revision;
  if (isOwn(row)) return row;
  const ofKey = await query("findByKey", () => parts.requests.findByKey(sequence.companyId, key));
  if (isOwn(ofKey)) return ofKey;
  const isOfEndedHistory = parts.world.guards.lostQueueIsNotSent && timeline !== parts.database.timeline;
  return isOfEndedHistory ? "unconfirmed" : "lost";
}

async function seeThrough(deps: ApiDeps, query: Query, armed: Row, giveUpAtMs: number): Promise<Ending | undefined> {
  const { parts, process, settlements } = deps;
  const { guards } = parts.world;
  const deadlineInMs = armed.deadlineAtMs - armed.recordedAtMs;
  const turnMs = Math.min(deadlineInMs, giveUpAtMs - process.monotonicMs());
  const turn = settlements.wait(process, { ...armed, orUnconfirmed: true }, turnMs);
  const woken = await enqueue(deps, armed);

  if (!(await turn)) {
    await query("cancelOverdue", () => parts.requests.cancelOverdue(process.name, armed));
    if (!guards.cancelBeforeTelling) return { kind: "settled", row: { ...armed, state: "cancelled" }, replay: false };
  }
  const row = await waitForOutcome(deps, query, armed, giveUpAtMs);
  if (row === "lost") return undefined;
  if (typeof row === "string") return { kind: row };
  const isOfThisArming =
    row.revision === armed.revision && (row.recordedAtMs === armed.recordedAtMs || !guards.knowsItsRow);
  const isTurnedAway = isOfThisArming && row.state === "cancelled";
  if (!woken && isTurnedAway && (await query("isAnyIssuerSeen", () => !isAnyIssuerSeen(parts))))
    return { kind: "unreachable", row };
  return { kind: "settled", row, replay: !isOfThisArming };
}

async function enqueue(deps: ApiDeps, armed: Row): Promise<boolean> {
  if (!(await reachesQueue(deps))) return false;
  const { sequence, id, revision, requestId } = armed;
  deps.queue.add(
    issuanceJobId(armed),
    { sequence, issuance: { id, revision }, requestId },
    { attempts: 10, forgets: false },
  );
  return true;
}

async function reachesQueue({ parts: { world }, process }: ApiDeps): Promise<boolean> {
  await process.sleep(world.random.between(0, 10));
  if (!isRedisAway(world, process) && !world.fault("redisFails")) return true;
  // Once it is known to be away, nobody waits.
  await process.sleep(world.random.between(0, 500));
  return false;
}

/** Wakes a sequence whose line changed. */
async function wakeSequence(deps: ApiDeps, sequence: SequenceKey): Promise<void> {
  if (!(await reachesQueue(deps))) return;
  const { attempts, removeOnFail: forgets } = wakeJobOptions;
  deps.queue.add(wakeJobId(sequence), { sequence, issuance: null, requestId: "wake" }, { attempts, forgets });
}

/** A model of POST /batches. Rejects when the database fails. */
export async function sendBatch(deps: ApiDeps, batch: NewBatch): Promise<number> {
  const query = openWatched(deps.parts, deps.process);
  const id = await query("recordBatch", () => deps.parts.batches.record(deps.process.name, batch));
  const keys = batch.sales.map(({ sale }) => keyOf(batch.companyId, sale.posNumber, sale.voucherType));
  for (const key of distinctKeys(keys)) await wakeSequence(deps, key);
  return id;
}

export async function cancelBatch({ parts, process }: ApiDeps, id: number): Promise<void> {
  const query = openWatched(parts, process);
  await query("cancelBatch", () => parts.batches.cancel(process.name, id));
}

/** A model of GET /batches/{id}/results. Checks what it tells. Undefined when there is no such batch. */
export async function readBatch({ parts, process }: ApiDeps, id: number): Promise<BatchRow | undefined> {
  const query = openWatched(parts, process);
  return query("readBatch", () => {
    const batch = parts.batches.read(id);
    if (batch) for (const element of batch.elements) parts.ledger.toldElement(batch, element);
    return batch;
  });
}
