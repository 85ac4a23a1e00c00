import { noContingency } from "../../../issuer/issuing/contingency-deps.js";
import type { AuthorityAccess, AuthoritySession, IssuanceStore, IssuerDeps } from "../../../issuer/issuing/deps.js";
import { drainSequence } from "../../../issuer/issuing/drain-queue.js";
import { createOwnershipCache } from "../../../issuer/issuing/ownership-cache.js";
import type { OwnedSequence } from "../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { BatchLimits, SubmitResult } from "../../../shared/db/issuing/write-ahead.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { createLog } from "../../../shared/logging/log.js";
import { untold } from "../../chaos/simulation/store.js";
import { submission } from "./submission.js";

export const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };
export const taken = (epoch: number): OwnedSequence => ({
  id: 1,
  key,
  epoch,
  token: `-${epoch}`,
  lastNumber: 41,
  lastDate: null,
  unverified: false,
});

/**
 * An issuer on a fake database, and its steps. `epoch` is the database's epoch, `line` who stands in it: `waits` callers, and then
 * those of `line`. Each call to the authority is for `perCall` of them.
 */
export function openIssuer({ batchMax = 1, voucherType = key.voucherType } = {}) {
  let nowMs = 0;
  const done: string[] = [];
  const limits: { limit: number; backgroundLimit: number | undefined }[] = [];
  const expected: (number | undefined)[] = [];
  const note = ({ limit, backgroundLimit, ...more }: BatchLimits) => {
    limits.push({ limit, backgroundLimit });
    expected.push(more.expected);
  };
  const database = {
    epoch: 1,
    access: "open" as "open" | "unavailable",
    lock: "free" as "free" | "taken" | "away",
    lockIsHeld: true,
    lockComesFirst: false,
    waits: 0,
    perCall: 1,
    line: [] as ("caller" | "element")[],
    quota: 1_000,
    answer: "approved" as "approved" | "notSent",
    announced: 0,
    /** Called while the authority is asked, and when the answer is recorded. */
    onAsk: (): void => undefined,
    onApproved: (): void => undefined,
  };
  function submit(epoch: number): SubmitResult {
    if (epoch !== database.epoch) return { outcome: "superseded" };
    const isBackground = database.waits === 0 && database.line[0] === "element";
    if (length() === 0) return { outcome: "drained" };
    if (database.quota === 0) return { outcome: "quotaExhausted", issuanceId: submission.id };
    database.quota -= 1;
    const submissions = Array.from({ length: Math.min(database.perCall, length()) }, () => ({
      ...submission,
      isBackground: isBackground,
    }));
    for (const _ of submissions) leave();
    return { outcome: "submitted", submissions };
  }
  const length = () => database.waits + database.line.length;
  /** The first goes. */
  const leave = () => {
    if (database.waits > 0) database.waits -= 1;
    else database.line.shift();
  };
  const store: Pick<
    IssuanceStore,
    | "acquireSequence"
    | "isCurrent"
    | "submitNext"
    | "approve"
    | "hasQueued"
    | "hasOpen"
    | "listSubmissions"
    | "settleQueued"
    | "returnToQueue"
  > = {
    async acquireSequence() {
      database.epoch += 1;
      done.push(`take ${database.epoch}`);
      return { ...taken(database.epoch), key: { ...key, voucherType } };
    },
    async isCurrent({ epoch }) {
      done.push("look again");
      return epoch === database.epoch;
    },
    async submitNext({ epoch }, order) {
      note(order);
      done.push(`submit under ${epoch}`);
      return submit(epoch);
    },
    async approve({ epoch }, approvals, ofNext) {
      done.push(`approve ${ofNext ? "and submit " : ""}under ${epoch}`);
      if (epoch !== database.epoch) return undefined;
      const approved = approvals.map((one) => ({ ...one, voucherId: 1, progress: untold }));
      if (!ofNext) return { approved, othersWait: length() > 0 };
      note(ofNext);
      const next = submit(epoch);
      database.onApproved();
      return { approved, othersWait: next.outcome !== "drained", next };
    },
    hasQueued: async () => false,
    hasOpen: async () => true,
    listSubmissions: async () => [],
    async settleQueued(_taken, _state, { code }, first) {
      done.push(`close the line: ${code}`);
      const isBackground = database.line[0] === "element";
      if (first === undefined) return [];
      if (isBackground) database.line = [];
      else leave();
      return [first];
    },
    async returnToQueue() {
      done.push("return");
      database.line.unshift("element");
      return true;
    },
  };
  const session = {
    isListed: () => true,
    async requestCae(submissions: Submission[], mayStart: () => boolean) {
      if (!mayStart()) return submissions.map(() => ({ outcome: "notSent", cause: "dropped" }));
      done.push("ask");
      database.onAsk();
      if (database.answer === "notSent") return submissions.map(() => ({ outcome: "notSent", cause: "ECONNREFUSED" }));
      return submissions.map(() => ({
        outcome: "approved",
        cae: "70000000000001",
        caeExpirationDate: "20261201",
        observations: [],
        authorityTimeMs: null,
      }));
    },
  } as unknown as AuthoritySession;
  const authority: AuthorityAccess = {
    async open() {
      if (database.access === "open") return { outcome: "open", session };
      return {
        outcome: "unavailable",
        reason: notAsked({ kind: "down", services: ["wsfe"], detail: "away" }),
        heard: "nothing",
      };
    },
  };
  const deps = {
    store: store as IssuanceStore,
    authority,
    lock: {
      mustHoldFirst: () => database.lockComesFirst,
      async tryAcquire() {
        if (database.lock === "away") throw new Error("the database is away");
        return database.lock === "free"
          ? { isHeld: () => database.lockIsHeld, release: async () => undefined }
          : undefined;
      },
    },
    announce: () => {
      database.announced += 1;
    },
    enqueueAfterCommit: () => undefined,
    onCommit: () => undefined,
    contingency: noContingency,
    retained: createOwnershipCache(() => nowMs),
    clock: { monotonicMs: () => nowMs, sleep: async () => undefined },
    batchMax,
    log: createLog("test", "silent"),
  } as unknown as IssuerDeps;
  return {
    database,
    /** Of each write-ahead. */
    limits,
    expected,
    later(ms: number) {
      nowMs += ms;
    },
    async drain(isOver = () => false) {
      done.length = 0;
      return { result: await drainSequence(deps, { ...key, voucherType }, { isOver }), done: [...done] };
    },
  };
}
