import type { FinishedCall } from "../../../issuer/issuing/contingency-deps.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { mayLoseCommits, type StepFault } from "./circumstances.js";
import { type Database, ofCompany } from "./database.js";
import { isIsolated } from "./network.js";
import type { Process } from "./process.js";
import type { World } from "./world.js";

/** Watches what the processes hear of the authority, and what they make of it. */
export interface SilenceLedger {
  /** A call of a process is over. */
  heard(key: SequenceKey, process: Process, call: FinishedCall): void;
  /** A contingency begins: of a silence of all calls, of requests for a CAE, or both. Since when each lasts. */
  contingencyBegins(companyId: number, silences: { calls: number | null; requests: number | null }): void;
  /** A process takes a sequence. */
  takes(key: SequenceKey, process: Process): void;
}

interface Heard {
  companyId: number;
  process: Process;
  isAnswered: boolean;
  issues: boolean;
  beganAtMs: number;
  atMs: number;
}

/** While these strike, a process may not say in time what it heard. */
const disturbing: StepFault[] = ["databaseFails", "databaseSlow", "issuerCrash", "issuerPause", "pauseAtCall"];

/** An answer contradicts a silence in so much time at the latest: in the next round of its process. */
const saidWithinMs = 1_400;
/** So long after its second failed call an issuer knows that it is cut off, while others are answered. */
const knownAfterMs = 12_000;

/** So long after the first of several refusals of a company alone its contingency is over. Three are enough, and the watch asks every 10 s. */
const refusedAtMostMs = 60_000;

export function createSilenceLedger(world: World, database: Database): SilenceLedger {
  const { scheduler, circumstances, violate } = world;
  /** When the first and how many refusals in a row were heard of a company alone, since its contingency began. */
  const refusals = new Map<number, { sinceMs: number; count: number }>();

  function hearAccess(companyId: number, { access, heard }: FinishedCall): void {
    if (access === "served" || heard !== "answer") refusals.delete(companyId);
    if (access === null || access === "served") return;
    const { sinceMs, count } = refusals.get(companyId) ?? { sinceMs: scheduler.nowMs(), count: 0 };
    refusals.set(companyId, { sinceMs, count: count + 1 });
    const { activeSinceMs, byHand } = ofCompany(database.contingencies, companyId);
    const isLong = count > 3 && scheduler.nowMs() - sinceMs > refusedAtMostMs;
    if (isLong && activeSinceMs !== null && !byHand && !isDisturbed)
      violate("I20", `a contingency of ${companyId} lasts, but the authority refuses this company alone`);
  }

  const calls: Heard[] = [];
  const { probability, everyMs } = circumstances;
  const isDisturbed =
    mayLoseCommits(circumstances) ||
    disturbing.some((fault) => probability[fault] > 0) ||
    ["databaseDown", "databaseCrashes", "clockSteps"].some((fault) => fault in everyMs);

  return {
    heard({ companyId }, process, call) {
      const { heard, issues, startedAtMs } = call;
      hearAccess(companyId, call);
      const nowMs = scheduler.nowMs();
      const beganAtMs = nowMs - (process.monotonicMs() - startedAtMs);
      const isAnswered = heard === "answer";
      calls.push({ companyId, process, isAnswered, issues, beganAtMs, atMs: nowMs });
    },

    contingencyBegins(companyId, silences) {
      refusals.delete(companyId);
      if (isDisturbed) return;
      const afterMs = circumstances.contingency?.afterMs ?? 0;
      /** A call of then failed so much later that the silence from the answer on is long enough by itself. */
      const isOutlived = (answer: Heard) =>
        calls.some((one) => one.companyId === companyId && !one.isAnswered && one.atMs - answer.atMs >= afterMs);
      const isBroken = (sinceMs: number | null, breaks: (call: Heard) => boolean) =>
        sinceMs === null ||
        calls.some(
          (one) =>
            one.companyId === companyId &&
            breaks(one) &&
            one.atMs > sinceMs &&
            one.atMs < scheduler.nowMs() - saidWithinMs &&
            !isOutlived(one),
        );
      if (isBroken(silences.calls, (one) => one.isAnswered) && isBroken(silences.requests, (one) => one.issues))
        violate("I20", `a contingency of ${companyId} begins, but the authority answered of late`);
    },

    takes(key, process) {
      if (isDisturbed || !isIsolated(world, process)) return;
      const nowMs = scheduler.nowMs();
      const own = calls.filter((one) => one.process === process && one.companyId === key.companyId);
      const answered = own.findLast(({ isAnswered }) => isAnswered);
      const [, second] = own.filter(({ isAnswered, beganAtMs }) => !isAnswered && beganAtMs > (answered?.atMs ?? 0));
      if (!second || nowMs - second.atMs < knownAfterMs) return;
      // It has read twice what the others hear since, and that is not old yet.
      const isKnown = ({ atMs }: Heard) => atMs > Math.max(second.atMs, nowMs - 11_000) && atMs < nowMs - 5_000;
      const others = calls.filter(
        (one) => one.process !== process && one.isAnswered && one.companyId === key.companyId,
      );
      if (others.some(isKnown))
        violate("I20", `${process.name} takes a sequence, but is cut off while others are answered`);
    },
  };
}
