import {
  createIsolationDetector,
  type IsolationDetector,
  neverIsolated,
} from "../../../issuer/contingency/isolation-detector.js";
import { monitorOutages } from "../../../issuer/contingency/monitor-outages.js";
import { isAnswered, observeCalls } from "../../../issuer/contingency/observe-calls.js";
import { createOutageRecorder, createOutageView } from "../../../issuer/contingency/outage-recorder.js";
import { type ContingencyDeps, type Listener, noContingency } from "../../../issuer/issuing/contingency-deps.js";
import type { AuthorityAccess } from "../../../issuer/issuing/deps.js";
import type { AuthorityProbe } from "../../../shared/db/contingency/probes.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { timeOf } from "./authority.js";
import { preparedCompanies } from "./companies.js";
import type { Query } from "./connection.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import { exchangeReachability } from "./store/hearings.js";
import { createMoving } from "./store/moving.js";

/** Source: shared/db/contingency/turn-contingency.ts. */
const doubtKeepsMs = 75_000;
const refusalsEnd = 3;
/** Source: issuer/contingency/open-contingency.ts. */
const deferMs = 1_500;
const probePlaces = 50;

/** What one life of an issuer knows and does about contingencies: a model of issuer/contingency/open-contingency.ts. */
export interface Watch {
  contingency: ContingencyDeps;
  cutOff: IsolationDetector;
  watched(access: AuthorityAccess): AuthorityAccess;
  /** Begins the rounds of the watch. */
  start(access: AuthorityAccess, wake: (key: SequenceKey) => Promise<void>): void;
}

export function createWatch(parts: Parts, process: Process, query: Query): Watch {
  const { world, database, books, ledger, contingency } = parts;
  const settings = world.circumstances.contingency;
  const { name: who } = process;
  const send = (written: Promise<unknown>) => void written.catch(() => undefined);
  let asking: AuthorityAccess | undefined;
  const cutOff = createIsolationDetector({
    exchange: (own) => query("exchangeReachability", () => exchangeReachability(parts, process, own)),
    ask: async (key) => asking && isAnswered(asking, key),
    monotonicMs: process.monotonicMs,
    turned: (_, isIsolated) =>
      world.tell(who, isIsolated ? "is cut off from the authority" : "hears the authority again"),
  });
  const judged = world.guards.leavesToOthers ? cutOff : neverIsolated;

  const knowledge = createOutageView();
  const silence = createOutageRecorder(
    knowledge,
    ({ companyId }) => send(query("noteIssued", () => contingency.noteIssued(who, companyId))),
    process.monotonicMs,
    judged.isIsolated,
  );
  const listener: Listener = (key, call) => {
    ledger.heard(key, process, call);
    // The mutation takes everything that does not help for silence.
    const isSilence = call.cause !== null && !world.guards.anyAnswerCounts;
    silence.listener(key, isSilence ? { ...call, heard: "nothing" } : call);
    cutOff.listener(key, call);
  };

  const prepared = settings
    ? preparedCompanies(world.circumstances).map(({ id }) => ({ companyId: id, production: false }))
    : [];
  const probing = new Set<number>();
  async function probe(access: AuthorityAccess, { companyId, isActive, sequence }: AuthorityProbe): Promise<void> {
    if (sequence && (await isAnswered(access, sequence)) && isActive) silence.ready({ companyId, production: false });
  }

  const round = (access: AuthorityAccess, wake: (key: SequenceKey) => Promise<void>, afterMs: number) =>
    monitorOutages({
      afterMs,
      doubtKeepsMs,
      refusalsEnd,
      async listOutages() {
        const watched = await query("listOutages", () => contingency.listOutages());
        knowledge.refresh({ prepared, watched });
        return watched;
      },
      async recordCalls(watched) {
        const { notes, written } = silence.readNotes(watched);
        if (notes.length === 0) return;
        await query("recordCalls", () => contingency.recordCalls(who, notes));
        written(notes);
      },
      begin: () => query("outageStart", () => contingency.outageStart(who, afterMs)),
      endDespiteDoubt: () => query("endDespiteDoubt", () => contingency.endDespiteDoubt(who, doubtKeepsMs)),
      endRefused: () => query("endRefused", () => contingency.endRefused(who, refusalsEnd)),
      freePlaces: (production) => (production || judged.isIsolated(production) ? 0 : probePlaces - probing.size),
      claimProbes: (production, limit) =>
        query("claimProbes", () =>
          contingency.claimProbes(limit, {
            ...{ afterMs, deferMs: cutOff.isFailing(production) ? deferMs : 0, except: [...probing] },
          }),
        ),
      startProbe(one) {
        const { companyId } = one;
        probing.add(companyId);
        send(probe(access, one).finally(() => probing.delete(companyId)));
      },
      wakeLines(tenants) {
        for (const tenant of tenants) knowledge.noteActive(tenant);
        const wakeAll = (lines: SequenceKey[]) => Promise.all(lines.map(wake));
        send(query("listQueues", () => contingency.listQueues(tenants)).then(wakeAll));
      },
    });

  /** Not at its pace in production: what a process knows may be old. */
  function repeat(leastMs: number, mostMs: number, work: () => Promise<void>): void {
    const again = () => process.later(world.random.between(leastMs, mostMs), next);
    const next = () =>
      void work()
        .catch(() => undefined)
        .then(again);
    again();
  }

  return {
    contingency: settings
      ? {
          mayLast: knowledge.mayLast,
          issued: silence.issued,
          nowMs: () => timeOf(books) + process.hostOffsetMs,
          store: createMoving({ world, database, books, ledger, contingency, who, query }),
        }
      : noContingency,
    cutOff: judged,
    watched: (access) => observeCalls(access, listener, process.monotonicMs),
    start(access, wake) {
      const watched = observeCalls(access, listener, process.monotonicMs);
      asking = watched;
      if (world.circumstances.issuers > 1) repeat(900, 2_000, cutOff.round);
      if (settings) repeat(300, 1_200, () => round(watched, wake, settings.afterMs));
    },
  };
}
