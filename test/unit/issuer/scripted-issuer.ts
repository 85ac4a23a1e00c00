import type { AuthorityAccess, AuthoritySession, IssuanceStore, IssuerDeps } from "../../../issuer/issuing/deps.js";
import { drainSequence } from "../../../issuer/issuing/drain-sequence.js";
import { createRetainedSequences } from "../../../issuer/issuing/retained-sequences.js";
import type { TakenSequence } from "../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { SubmitResult } from "../../../shared/db/issuing/write-ahead.js";
import { createLog } from "../../../shared/log.js";
import { untold } from "../../chaos/simulation/store.js";
import { submission } from "./submission.js";

export const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };
export const taken = (epoch: number): TakenSequence => ({
  id: 1,
  key,
  epoch,
  token: `-${epoch}`,
  lastNumber: 41,
  lastDate: null,
  unverified: false,
});

/** An issuer on a fake database, and its steps. `epoch` is the database's epoch, `waits` the length of the line. */
export function openIssuer() {
  let nowMs = 0;
  const done: string[] = [];
  const database = {
    epoch: 1,
    access: "open" as "open" | "unavailable",
    lock: "free" as "free" | "taken" | "away",
    lockIsHeld: true,
    waits: 0,
    announced: 0,
    /** Called while the authority is asked, and when the answer is recorded. */
    onAsk: (): void => undefined,
    onApproved: (): void => undefined,
  };
  function submit(epoch: number): SubmitResult {
    if (epoch !== database.epoch) return { outcome: "superseded" };
    if (database.waits === 0) return { outcome: "drained" };
    database.waits -= 1;
    return { outcome: "submitted", submissions: [submission] };
  }
  const store: Pick<
    IssuanceStore,
    | "takeSequence"
    | "isCurrent"
    | "submitNext"
    | "approve"
    | "hasQueued"
    | "hasOpen"
    | "listSubmissions"
    | "settleQueued"
  > = {
    async takeSequence() {
      database.epoch += 1;
      done.push(`take ${database.epoch}`);
      return taken(database.epoch);
    },
    async isCurrent({ epoch }) {
      done.push("look again");
      return epoch === database.epoch;
    },
    async submitNext({ epoch }) {
      done.push(`submit under ${epoch}`);
      return submit(epoch);
    },
    async approve({ epoch }, approvals, limits) {
      done.push(`approve ${limits ? "and submit " : ""}under ${epoch}`);
      if (epoch !== database.epoch) return undefined;
      const approved = approvals.map((one) => ({ ...one, voucherId: 1, progress: untold }));
      if (!limits) return { approved, othersWait: database.waits > 0 };
      const next = submit(epoch);
      database.onApproved();
      return { approved, othersWait: next.outcome !== "drained", next };
    },
    hasQueued: async () => false,
    hasOpen: async () => true,
    listSubmissions: async () => [],
    settleQueued: async () => [],
  };
  const session = {
    async requestCae(submissions: Submission[], mayStart: () => boolean) {
      if (!mayStart()) return submissions.map(() => ({ outcome: "notSent", cause: "dropped" }));
      done.push("ask");
      database.onAsk();
      return submissions.map(() => ({
        outcome: "approved",
        cae: "70000000000001",
        caeExpirationDate: "20261201",
        observations: [],
        heardAtMs: null,
      }));
    },
  } as unknown as AuthoritySession;
  const authority: AuthorityAccess = {
    async open() {
      if (database.access === "open") return { outcome: "open", session };
      return { outcome: "unavailable", reason: { code: "TAXAUTH_CONNECTION_ERROR", cause: "away" } };
    },
  };
  const deps = {
    store: store as IssuanceStore,
    authority,
    lock: {
      async tryTake() {
        if (database.lock === "away") throw new Error("Redis is away");
        return database.lock === "free"
          ? { isHeld: () => database.lockIsHeld, release: async () => undefined }
          : undefined;
      },
    },
    announce: () => {
      database.announced += 1;
    },
    followUp: () => undefined,
    onCommit: () => undefined,
    retained: createRetainedSequences(() => nowMs),
    clock: { monotonicMs: () => nowMs, sleep: async () => undefined },
    batchMax: 1,
    log: createLog("test", "silent"),
  } as unknown as IssuerDeps;
  return {
    database,
    later(ms: number) {
      nowMs += ms;
    },
    async drain() {
      done.length = 0;
      return { result: await drainSequence(deps, key), done: [...done] };
    },
  };
}
