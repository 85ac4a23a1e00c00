import type { Log } from "./log.js";

/** What an issuance passes through, as far as a process sees it. The rest lies between them. */
export type Stage =
  | "recorded" // api: an instant
  | "enqueue" // api
  | "woken" // api: an instant
  | "picked" // issuer: an instant
  | "write ahead" // issuer
  | "call" // issuer
  | "commit"; // issuer

/** Milliseconds since the epoch and their fractions: processes of one machine agree on them. */
export const preciseNowMs = (): number => performance.timeOrigin + performance.now();

/** Whether stages are told: at the level "debug" alone, for they are several lines for every voucher. */
export const tellsStages = (log: Log): boolean => log.isLevelEnabled("debug");

/** Tells that an issuance went through a stage, from `fromMs` until now. */
export function tellStage(log: Log, stage: Stage, issuanceId: number, fromMs: number, requestId?: string): void {
  log.debug({ stage, issuanceId, fromMs, toMs: preciseNowMs(), requestId }, "stage");
}
