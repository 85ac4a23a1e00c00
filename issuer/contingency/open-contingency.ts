import { mapLimited } from "../../shared/concurrency/map-limited.js";
import {
  failOverIssuances,
  keepWithCae,
  readContingencyLine,
} from "../../shared/db/contingency/fail-over-issuances.js";
import { type AuthorityProbe, claimProbes } from "../../shared/db/contingency/probes.js";
import { listOutages, listPrepared, listQueues, recordCalls } from "../../shared/db/contingency/silence.js";
import { claimTrial } from "../../shared/db/contingency/trial.js";
import {
  type ContingencyTransition,
  doubtKeepsMs,
  endDespiteDoubt,
  endRefused,
  noteIssued,
  outageStart,
  refusalsEnd,
} from "../../shared/db/contingency/turn-contingency.js";
import type { Database } from "../../shared/db/pool/database.js";
import { sayReason } from "../../shared/domain/contingency-reason.js";
import { inEnglish } from "../../shared/domain/localized-text.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import type { Log } from "../../shared/logging/log.js";
import type { ContingencyDeps } from "../issuing/contingency-deps.js";
import type { AuthorityAccess } from "../issuing/deps.js";
import { type IsolationDetector, neverIsolated } from "./isolation-detector.js";
import { monitorOutages } from "./monitor-outages.js";
import { isAnswered, observeCalls } from "./observe-calls.js";
import { createOutageRecorder, createOutageView } from "./outage-recorder.js";

interface OpenContingencyOptions {
  db: Database;
  access: AuthorityAccess;
  log: Log;
  /** How long calls must go unanswered until a contingency begins. */
  afterMs: number;
  wake(sequence: SequenceKey): Promise<void>;
  /** Takes a write that nobody waits for, and logs its failure. */
  send(written: Promise<unknown>, name: string): void;
  cutOff?: IsolationDetector;
}

/** How often the list of prepared companies is read. Everything else is read at every round. */
const preparedForMs = 5_000;
/** How many questions of the watch a process asks at once, of one environment. They have connections of their own. */
export const probePlaces = 50;
/** How long a process whose calls fail leaves the questions to the others. */
const deferMs = 1_500;
/** Bound of the lines woken when contingencies begin or end. The sweep wakes the others. */
const maxWoken = 200;
const wokenAtOnce = 10;

/** Contingencies on PostgreSQL: what issuing needs of them, and the round of their watch. */
export function openContingency({
  db,
  access,
  log,
  afterMs,
  wake,
  send,
  cutOff = neverIsolated,
}: OpenContingencyOptions): {
  contingency: ContingencyDeps;
  /** The access whose calls are watched. */
  access: AuthorityAccess;
  round(): Promise<void>;
} {
  const knowledge = createOutageView();
  const monotonicMs = () => performance.now();
  const logTransitions = (what: string, turned: (ContingencyTransition & Tenant)[]) => {
    for (const { companyId, production, sinceMs, reason } of turned)
      log.warn(
        {
          companyId,
          production,
          since: new Date(sinceMs).toISOString(),
          reason: reason && inEnglish(sayReason(reason)),
        },
        what,
      );
    return turned;
  };
  async function end(tenant: Tenant): Promise<void> {
    const ended = await noteIssued(db, tenant);
    if (ended) logTransitions("the contingency is over", [ended]);
  }
  const silence = createOutageRecorder(
    knowledge,
    (tenant) => send(end(tenant), "the end of a contingency"),
    monotonicMs,
    cutOff.isIsolated,
  );
  const watched = observeCalls(
    access,
    (key, call) => {
      silence.listener(key, call);
      cutOff.listener(key, call);
    },
    monotonicMs,
  );

  let prepared: { tenants: Tenant[]; readAtMs: number } | undefined;
  async function readPrepared(): Promise<Tenant[]> {
    if (!prepared || performance.now() - prepared.readAtMs > preparedForMs)
      prepared = { tenants: await listPrepared(db), readAtMs: performance.now() };
    return prepared.tenants;
  }

  async function wakeLines(tenants: Tenant[]): Promise<void> {
    await mapLimited(wokenAtOnce, await listQueues(db, tenants, maxWoken), wake);
  }

  let lasted: Tenant[] = [];
  /** Wakes what waits: it goes another way since a contingency began or ended, whoever turned it. */
  function wakeTurned(lasting: Tenant[]): void {
    const without = (some: Tenant[], others: Tenant[]) => {
      const names = new Set(others.map(tenantKey));
      return some.filter((tenant) => !names.has(tenantKey(tenant)));
    };
    const turned = [...without(lasting, lasted), ...without(lasted, lasting)];
    if (turned.length > 0) send(wakeLines(turned), "the wake-up of lines that a contingency changed");
    lasted = lasting;
  }

  const probing = new Map<string, Tenant>();
  async function probe({ isActive, sequence, ...tenant }: AuthorityProbe): Promise<void> {
    if (sequence && (await isAnswered(watched, sequence)) && isActive) silence.ready(tenant);
  }

  return {
    access: watched,
    contingency: {
      mayLast: knowledge.mayLast,
      issued: silence.issued,
      nowMs: Date.now,
      store: {
        readQueue: (key) => readContingencyLine(db, key),
        keepWithCae: (all) => keepWithCae(db, all),
        claimTrial: (tenant, issuanceId) => claimTrial(db, tenant, issuanceId),
        move: (key, substitute, moves) => failOverIssuances(db, key, substitute, moves),
      },
    },
    round: () =>
      monitorOutages({
        afterMs,
        doubtKeepsMs,
        refusalsEnd,
        async listOutages() {
          const rows = await listOutages(db);
          knowledge.refresh({ prepared: await readPrepared(), watched: rows });
          wakeTurned(rows.filter(({ activeSinceMs }) => activeSinceMs !== null));
          return rows;
        },
        async recordCalls(rows) {
          const { notes, written } = silence.readNotes(rows);
          written(await recordCalls(db, notes));
        },
        begin: async () => logTransitions("a contingency begins", await outageStart(db, afterMs)),
        endDespiteDoubt: async () =>
          void logTransitions(
            "the contingency is over; a number of the company is in doubt",
            await endDespiteDoubt(db),
          ),
        endRefused: async () => void logTransitions("the contingency is over", await endRefused(db)),
        freePlaces: (production) =>
          cutOff.isIsolated(production)
            ? 0
            : probePlaces - [...probing.values()].filter((one) => one.production === production).length,
        claimProbes: (production, limit) =>
          claimProbes(db, production, limit, {
            afterMs,
            deferMs: cutOff.isFailing(production) ? deferMs : 0,
            // Their last question hangs. What is claimed here, no other process asks for a while.
            except: [...probing.values()].filter((one) => one.production === production).map((one) => one.companyId),
          }),
        startProbe(one) {
          const name = tenantKey(one);
          probing.set(name, one);
          send(
            probe(one).finally(() => probing.delete(name)),
            "a question whether the authority answers",
          );
        },
        wakeLines(tenants) {
          for (const tenant of tenants) knowledge.noteActive(tenant);
          lasted = [...lasted, ...tenants]; // so that the next round does not wake them again
          send(wakeLines(tenants), "the wake-up of lines that a contingency changed");
        },
      }),
  };
}
