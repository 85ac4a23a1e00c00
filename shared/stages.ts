import type { Log } from "./log.js";

/** The stages of an issuance that a process can time. The rest of its time passes between them. */
export type Stage =
  | "recorded" // api: an instant
  | "enqueue" // api
  | "woken" // api: an instant
  | "picked" // issuer: an instant
  | "write ahead" // issuer
  | "call" // issuer
  | "commit"; // issuer

/** Milliseconds since 1970, with a fraction. Comparable between the processes of one machine. */
export const preciseNowMs = (): number => performance.timeOrigin + performance.now();

/**
 * Logs that an issuance went through a stage, from `fromMs` (milliseconds since 1970) until now. Only at level "debug": each
 * voucher makes several lines.
 */
export function logStage(log: Log, stage: Stage, issuanceId: number, fromMs: number, requestId?: string): void {
  if (log.isLevelEnabled("debug")) log.debug({ stage, issuanceId, fromMs, toMs: preciseNowMs(), requestId }, "stage");
}
