import type { Log } from "../logging/log.js";
import { isTracing, recordSpan } from "../tracing/tracing.js";

/** The stages of an issuance that a process can time. The rest of its time passes between them. */
export type Stage =
  | "record" // api
  | "enqueue" // api
  | "wait" // api: until an issuer has told how it ended
  | "picked" // issuer: an instant
  | "write ahead" // issuer
  | "call" // issuer
  | "commit"; // issuer

/** Milliseconds since 1970, with a fraction. Comparable between the processes of one machine. */
export const preciseNowMs = (): number => performance.timeOrigin + performance.now();

interface StageOf {
  /** The `traceparent` of the issuance: the stage is a span of its trace. */
  trace?: string | null | undefined;
  requestId?: string;
}

const ofNoTrace: StageOf = {};

/**
 * Logs that an issuance went through a stage, from `fromMs` (milliseconds since 1970) until now. Only at level "debug": each
 * voucher makes several lines.
 */
export function logStage(
  log: Log,
  stage: Stage,
  issuanceId: number,
  fromMs: number,
  { trace, requestId } = ofNoTrace,
): void {
  const isTraced = isTracing() && trace != null;
  const isLogged = log.isLevelEnabled("debug");
  if (!isTraced && !isLogged) return;
  const toMs = preciseNowMs();
  if (isLogged) log.debug({ stage, issuanceId, fromMs, toMs, requestId }, "stage");
  if (isTraced) recordSpan(trace, stage, { "talonario.issuance_id": issuanceId }, [fromMs, toMs]);
}
