import { keepWithCae, moveIssuances, readContingencyLine } from "../../shared/db/contingency/move-issuances.js";
import {
  claimProbe,
  claimTrial,
  findProbed,
  listLines,
  listPrepared,
  listWatched,
  noteAnswered,
  noteReady,
  noteUnanswered,
} from "../../shared/db/contingency/silence.js";
import { beginOfSilence, noteIssued, type Turned } from "../../shared/db/contingency/turn-contingency.js";
import type { Database } from "../../shared/db/database.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import type { Log } from "../../shared/log.js";
import type { AuthorityAccess } from "../issuing/deps.js";
import type { ContingencyDeps } from "./deps.js";
import { keepWatch } from "./keep-watch.js";
import { createKnowledge, createSilence } from "./silence.js";
import { watchCalls } from "./watch-calls.js";

interface Options {
  db: Database;
  access: AuthorityAccess;
  log: Log;
  /** How long calls must go unanswered until a contingency begins. */
  afterMs: number;
  wake(sequence: SequenceKey): Promise<void>;
  /** Takes a write that nobody waits for, and logs its failure. */
  send(written: Promise<unknown>, name: string): void;
}

/** How often the list of prepared companies is read. Everything else is read at every round. */
const preparedForMs = 5_000;

/** Contingencies on PostgreSQL: what issuing needs of them, and the round of their watch. */
export function openContingency({ db, access, log, afterMs, wake, send }: Options): {
  contingency: ContingencyDeps;
  /** The access whose calls are watched. */
  access: AuthorityAccess;
  round(): Promise<void>;
} {
  const knowledge = createKnowledge();
  const monotonicMs = () => performance.now();
  const say = (tenant: Tenant, what: string, turned: Turned | undefined) => {
    if (turned) log.warn({ ...tenant, since: new Date(turned.sinceMs).toISOString(), reason: turned.reason }, what);
    return turned !== undefined;
  };
  const silence = createSilence(
    knowledge,
    {
      unanswered: (tenant, cause, isRequest, silentMs) => noteUnanswered(db, tenant, cause, isRequest, silentMs),
      answered: (tenant) => noteAnswered(db, tenant),
      issued: async (tenant) => void say(tenant, "the contingency is over", await noteIssued(db, tenant)),
    },
    (written) => send(written, "a note about the authority's silence"),
    monotonicMs,
  );
  const watched = watchCalls(access, silence, monotonicMs);

  let prepared: { tenants: Tenant[]; readAtMs: number } | undefined;
  async function readPrepared(): Promise<Tenant[]> {
    if (!prepared || performance.now() - prepared.readAtMs > preparedForMs)
      prepared = { tenants: await listPrepared(db), readAtMs: performance.now() };
    return prepared.tenants;
  }

  const wakeLines = async (tenant: Tenant) => void (await Promise.all((await listLines(db, tenant)).map(wake)));

  let lasted: Tenant[] = [];
  /** What waits goes another way since a contingency began or ended, whoever turned it. */
  function wakeTurned(lasting: Tenant[]): void {
    const without = (some: Tenant[], others: Tenant[]) => {
      const names = new Set(others.map(tenantKey));
      return some.filter((tenant) => !names.has(tenantKey(tenant)));
    };
    for (const tenant of [...without(lasting, lasted), ...without(lasted, lasting)])
      send(wakeLines(tenant), "the wake-up of lines that a contingency changed");
    lasted = lasting;
  }

  const probing = new Set<string>();
  async function probe(tenant: Tenant, isActive: boolean): Promise<void> {
    const key = await findProbed(db, tenant);
    const opened = key && (await watched.open(key));
    if (opened?.outcome !== "open") return;
    const last = await opened.session.lastNumber();
    if (isActive && (last.outcome === "known" || last.permanent)) await noteReady(db, tenant);
  }

  return {
    access: watched,
    contingency: {
      mayLast: knowledge.mayLast,
      silence,
      nowMs: Date.now,
      store: {
        readLine: (key) => readContingencyLine(db, key),
        keepWithCae: (all) => keepWithCae(db, all),
        claimTrial: (tenant, issuanceId) => claimTrial(db, tenant, issuanceId),
        move: (key, substitute, moves) => moveIssuances(db, key, substitute, moves),
      },
    },
    round: () =>
      keepWatch({
        afterMs,
        async listWatched() {
          const all = await listWatched(db);
          const active = all.filter(({ activeSinceMs }) => activeSinceMs !== null);
          knowledge.refresh({
            prepared: await readPrepared(),
            silent: all.filter(({ silentSinceMs }) => silentSinceMs !== null),
            active,
          });
          wakeTurned(active);
          return all;
        },
        claimProbe: (tenant, everyMs) => claimProbe(db, tenant, everyMs),
        startProbe(one) {
          const name = tenantKey(one);
          if (probing.has(name)) return;
          probing.add(name);
          const asked = probe(one, one.activeSinceMs !== null).finally(() => probing.delete(name));
          send(asked, "a question whether the authority answers");
        },
        begin: async (tenant) => say(tenant, "a contingency begins", await beginOfSilence(db, tenant, afterMs)),
        async wakeLines(tenant) {
          knowledge.noteActive(tenant);
          lasted = [...lasted, tenant]; // so that the next round does not wake them again
          await wakeLines(tenant);
        },
      }),
  };
}
