import { type ContingencyDeps, noContingency } from "../../../issuer/contingency/deps.js";
import { keepWatch } from "../../../issuer/contingency/keep-watch.js";
import { createKnowledge, createSilence } from "../../../issuer/contingency/silence.js";
import { watchCalls } from "../../../issuer/contingency/watch-calls.js";
import type { AuthorityAccess } from "../../../issuer/issuing/deps.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { timeOf } from "./authority.js";
import { preparedCompanies } from "./companies.js";
import type { Query } from "./connection.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import { createMoving } from "./store/moving.js";

/** What one life of an issuer knows and does about contingencies: a model of issuer/contingency/open-contingency.ts. */
export interface Watch {
  contingency: ContingencyDeps;
  watched(access: AuthorityAccess): AuthorityAccess;
  /** Begins the rounds of the watch. */
  start(access: AuthorityAccess, wake: (key: SequenceKey) => Promise<void>): void;
}

const noWatch: Watch = { contingency: noContingency, watched: (access) => access, start: () => undefined };

export function createWatch(parts: Parts, process: Process, query: Query): Watch {
  const { world, database, books, ledger, contingency } = parts;
  const settings = world.circumstances.contingency;
  if (!settings) return noWatch;
  const { afterMs } = settings;
  const { name: who } = process;
  const knowledge = createKnowledge();
  const send = (written: Promise<unknown>) => void written.catch(() => undefined);
  const silence = createSilence(
    knowledge,
    {
      unanswered: ({ companyId }, _, isRequest, silentMs) =>
        query("noteUnanswered", () => contingency.noteUnanswered(who, companyId, isRequest, silentMs)),
      answered: ({ companyId }) => query("noteAnswered", () => contingency.noteAnswered(who, companyId)),
      issued: ({ companyId }) => query("noteIssued", () => contingency.noteIssued(who, companyId)),
    },
    send,
    process.monotonicMs,
  );

  const prepared = preparedCompanies(world.circumstances).map(({ id }) => ({ companyId: id, production: false }));
  const probing = new Set<number>();
  async function probe(access: AuthorityAccess, companyId: number, isActive: boolean): Promise<void> {
    const key = await query("findProbed", () => contingency.findProbed(companyId));
    const opened = key && (await access.open(key));
    if (opened?.outcome !== "open") return;
    const last = await opened.session.lastNumber();
    if (isActive && (last.outcome === "known" || last.permanent))
      await query("noteReady", () => contingency.noteReady(who, companyId));
  }

  const round = (access: AuthorityAccess, wake: (key: SequenceKey) => Promise<void>) =>
    keepWatch({
      afterMs,
      async listWatched() {
        const all = await query("listWatched", () => contingency.listWatched());
        knowledge.refresh({
          prepared,
          silent: all.filter(({ silentSinceMs }) => silentSinceMs !== null),
          active: all.filter(({ activeSinceMs }) => activeSinceMs !== null),
        });
        return all;
      },
      claimProbe: ({ companyId }, everyMs) => query("claimProbe", () => contingency.claimProbe(companyId, everyMs)),
      startProbe({ companyId, activeSinceMs }) {
        if (probing.has(companyId)) return;
        probing.add(companyId);
        send(probe(access, companyId, activeSinceMs !== null).finally(() => probing.delete(companyId)));
      },
      begin: ({ companyId }) => query("beginOfSilence", () => contingency.beginOfSilence(who, companyId, afterMs)),
      async wakeLines(tenant) {
        knowledge.noteActive(tenant);
        const lines = await query("listLines", () => contingency.listLines(tenant.companyId));
        await Promise.all(lines.map(wake));
      },
    });

  return {
    contingency: {
      mayLast: knowledge.mayLast,
      silence,
      nowMs: () => timeOf(books),
      store: createMoving({ world, database, books, ledger, contingency, who, query }),
    },
    watched: (access) => watchCalls(access, silence, process.monotonicMs),
    start(access, wake) {
      // Not half a second as in production: what a process knows may be old.
      const again = () => process.later(world.random.between(300, 3_000), next);
      const next = () =>
        void round(watchCalls(access, silence, process.monotonicMs), wake)
          .catch(() => undefined)
          .then(again);
      again();
    },
  };
}
