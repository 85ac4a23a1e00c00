import { deferToOthers } from "../../../issuer/contingency/isolation-detector.js";
import { createOwnershipCache, type OwnershipCache } from "../../../issuer/issuing/ownership-cache.js";
import { recover } from "../../../issuer/issuing/recover.js";
import type { TimeSlice } from "../../../issuer/issuing/tenant-semaphore.js";
import { serveDue } from "../../../issuer/maintenance/poll-database.js";
import type { OperatorDeps } from "../../../issuer/operator/decide.js";
import type { ReportOperatorDeps } from "../../../issuer/operator/resolve-report.js";
import { serveIssuance } from "../../../issuer/serving/serve-issuance.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { createLog } from "../../../shared/logging/log.js";
import type { DataOf } from "../../../shared/queues/define-queue.js";
import { BusyError } from "../../../shared/queues/errors.js";
import { type issuanceQueue, wakeJobId, wakeJobOptions } from "../../../shared/queues/issuance.js";
import { createLocalExecutor } from "../../../shared/queues/run-locally.js";
import { openConnection, type Query } from "./connection.js";
import { createJobQueue, type JobEnding, type JobQueue } from "./jobs.js";
import type { Drain } from "./ledger.js";
import { createLock, type Locks, type ProcessLock } from "./lock.js";
import type { Parts } from "./parts.js";
import { createProcess, type Process } from "./process.js";
import { createRedisBreaker, isRedisAway, type RedisBreaker } from "./redis.js";
import { asOperatorSees } from "./report-operator.js";
import { createReportDeps, startReporting } from "./reporting.js";
import { createAccess } from "./session.js";
import { createResolving } from "./store/resolving.js";
import { createClaims, createStore } from "./store.js";
import { createTickets, type Tickets } from "./tickets.js";
import { createWatch, type Watch } from "./watch.js";
import { createWitness } from "./witnesses.js";
import type { World } from "./world.js";

/** The state of one life of a process. */
interface Opened {
  tickets: Tickets;
  query: Query;
  retained: OwnershipCache;
  watch: Watch;
  witness: { query: Query; start(): void };
  redis: RedisBreaker;
  lock: ProcessLock;
  here: { run(jobId: string, key: SequenceKey): boolean };
}

/** What an operator decides with. */
export interface SimulatedOperatorDeps extends OperatorDeps {
  /** Its commits, in each of which `also` is done, too. */
  auditedWith(also: () => void): ReturnType<OperatorDeps["audited"]>;
}

export type IssuanceJob = DataOf<typeof issuanceQueue>;

const sweepEveryMs = 2_000;
/** Source: issuer/maintenance/poll-database.ts. */
const lookEveryMs = 250;
const log = createLog("simulation", "silent");

/** Starts the issuer processes. They run the product's own issuing code on models that can fail. */
export function startIssuers(
  parts: Parts,
  locks: Locks,
): {
  queue: JobQueue<IssuanceJob>;
  issuers: Process[];
  depsOf: (issuer: Process) => SimulatedOperatorDeps;
  reportDepsOf: (issuer: Process) => ReportOperatorDeps;
} {
  const { world, requests, batches } = parts;
  const issuers: Process[] = [];
  const opened = new Map<Process, Opened>();

  const serve = async (process: Process, data: IssuanceJob, attempt: number): Promise<JobEnding> => {
    const deps = depsOf(process);
    const { query, watch } = openedOf(process);
    const findView = (issuanceId: number) =>
      query("findView", () => {
        const row = requests.find(issuanceId);
        return row && { ...row, voucherNumber: row.number, detail: null, history: [], operator: null };
      });
    const turn = { isOver: () => world.fault("turnEnds") };
    const inPlace = async <Result>(work: (turn: TimeSlice) => Promise<Result>) => {
      deferToOthers(watch.cutOff, data.sequence, attempt);
      parts.ledger.takes(data.sequence, process);
      return work(turn);
    };
    return serveIssuance(deps, findView, data, { attempt, note: () => undefined }, inPlace).then(
      (): JobEnding => ({ done: true }),
      (error): JobEnding => (error instanceof BusyError ? { laterMs: error.waitMs } : { failed: true }),
    );
  };
  const queue = createJobQueue<IssuanceJob>(world, () => issuers, serve);

  const openedOf = (process: Process) => opened.get(process) ?? open(process);
  const lockOf = (process: Process) => openedOf(process).lock.lock;

  /** Operators decide with the same. */
  function depsOf(process: Process): SimulatedOperatorDeps {
    const { tickets, query, retained, watch } = openedOf(process);
    const drain = newDrain(process);
    const store = createStore(world, parts.database, parts.ledger, drain, query);
    const { claims, claim } = createClaims(world, parts.database, parts.ledger, drain, query);
    return {
      ...{ store, claims },
      audited: () => ({ ...store, claim }),
      auditedWith(also) {
        const within: Query = (name, statement, heldUntilMs) =>
          query(name, () => alsoDone(statement(), also), heldUntilMs);
        const { settleWithoutVoucher, renumber } = createStore(world, parts.database, parts.ledger, drain, within);
        return { ...store, claim, settleWithoutVoucher, renumber };
      },
      authority: watch.watched(createAccess(world, parts.books, parts.ledger, process, tickets, drain)),
      lock: lockOf(process),
      retained,
      contingency: watch.contingency,
      announce: (issuanceId) => announce(process, issuanceId),
      enqueueAfterCommit: () => undefined,
      clock: { monotonicMs: process.monotonicMs, sleep: process.sleep },
      onCommit: () => undefined,
      refusalQuietMs: world.circumstances.refusalQuietMs,
      batchMax: world.circumstances.batchMax,
      log,
    };
  }

  /** What an operator's word about a report goes through. */
  function reportDepsOf(process: Process): ReportOperatorDeps {
    const { tickets, query } = openedOf(process);
    const drain = newDrain(process);
    const lookedAtMs = world.scheduler.nowMs();
    const reports = createReportDeps(parts, process, query, lockOf(process), tickets, drain);
    const { readRefused, resolve } = createResolving({ ...parts, drain, query });
    return {
      reports: { ...reports, authority: asOperatorSees(world, reports.authority) },
      clock: { sleep: process.sleep },
      readRefused,
      resolve: (taken, report, resolution) => resolve(taken, report, resolution, lookedAtMs),
    };
  }

  function announce(process: Process, issuanceId: number): void {
    process.later(world.random.between(0, 5), () => {
      if (!isRedisAway(world, process) && !world.fault("announcementLost")) parts.announced(issuanceId);
    });
  }

  /** Asks the others for the lock of a sequence: a message that may be lost. */
  function ask(process: Process, name: string): void {
    for (const issuer of issuers)
      issuer.later(world.random.between(0, 5), () => {
        if (isRedisAway(world, process) || isRedisAway(world, issuer) || world.fault("announcementLost")) return;
        openedOf(issuer).lock.asked(name);
      });
  }

  function open(process: Process): Opened {
    const witness = createWitness(parts, process, openConnection(world, process));
    const { query } = witness;
    const watch = createWatch(parts, process, query);
    const tickets = createTickets(world, parts.books, process, { held: undefined });
    const redis = createRedisBreaker(world, process);
    const here = createLocalExecutor<SequenceKey>("issuance", {
      most: 1_000,
      log,
      work: (_, sequence) => serve(process, { sequence, issuance: null, requestId: "without-job" }, 1),
    });
    const lock = createLock(
      { ...parts, locks, process, query, redis },
      { ask: (name) => ask(process, name), serve: (key) => here.run(wakeJobId(key), key) },
    );
    const one = { query, watch, witness, tickets, redis, lock, here, retained: createRetained(world, process) };
    opened.set(process, one);
    return one;
  }

  function boot(process: Process): void {
    const { query, tickets, watch, witness, redis, here } = open(process);
    witness.start();
    async function wake(sequence: SequenceKey): Promise<void> {
      if (redis.isTripped()) return void here.run(wakeJobId(sequence), sequence);
      await process.sleep(world.random.between(0, 5));
      if (isRedisAway(world, process)) {
        redis.failed();
        throw new Error("Redis is away");
      }
      queue.add(
        wakeJobId(sequence),
        { sequence, issuance: null, requestId: "recovery" },
        world.guards.wakesAtOnce
          ? { attempts: wakeJobOptions.attempts, forgets: wakeJobOptions.removeOnFail }
          : { attempts: 10, forgets: true },
      );
    }
    watch.start(createAccess(world, parts.books, parts.ledger, process, tickets, newDrain(process)), wake);
    if (world.circumstances.contingency)
      startReporting(parts, process, query, lockOf(process), tickets, () => newDrain(process), watch.cutOff.isIsolated);
    const sweep = () =>
      recover({
        cancelAllOverdue: () => query("cancelAllOverdue", () => requests.cancelAllOverdue(process.name)),
        async sweepBatches() {
          await batches.enqueueWaiting(process.name, query);
          await query("endCancelled", () => batches.endCancelled(process.name));
          await query("finishBatches", () => batches.finish());
        },
        openSequences: () => query("openSequences", () => requests.openSequences()),
        announce: (issuanceId) => announce(process, issuanceId),
        wake,
      })
        .catch(() => undefined)
        .then(() => process.later(sweepEveryMs, sweep));
    process.later(sweepEveryMs, sweep);
    pollDatabase(process, (key) => here.run(wakeJobId(key), key));
  }

  /** The rounds of one life of an issuer without Redis: a model of issuer/maintenance/poll-database.ts. */
  function pollDatabase(process: Process, serveLocally: (key: SequenceKey) => boolean): void {
    const { query, redis } = openedOf(process);
    const life = process.life();
    const again = () => world.scheduler.after(lookEveryMs, look);
    const look = () => {
      if (!process.isAlive() || process.life() !== life) return;
      if (!world.guards.looksForWork || process.isPaused() || !redis.isRecovering()) return again();
      serveDue({ dueSequences: () => query("dueSequences", () => requests.dueSequences()), serveLocally })
        .catch(() => undefined)
        .then(again);
    };
    again();
  }

  for (let at = 1; at <= world.circumstances.issuers; at++)
    issuers.push(createProcess(world, `issuer-${at}`, "issuer", boot));
  return { queue, issuers, depsOf, reportDepsOf };
}

/** A statement that changed nothing does nothing else either. */
function alsoDone<Result>(result: Result, also: () => void): Result {
  if (result) also();
  return result;
}

const newDrain = ({ name: who }: Process): Drain => ({
  who,
  epoch: 0,
  token: "",
  isStaleFirst: false,
  unsent: new Set(),
});

function createRetained({ guards }: World, process: Process): OwnershipCache {
  const retained = createOwnershipCache(process.monotonicMs, 100);
  if (guards.retainedForOne) return retained;
  return {
    ...retained,
    takeOwned(key) {
      const taken = retained.takeOwned(key);
      if (taken) retained.retain(taken);
      return taken;
    },
  };
}
