/**
 * Attributes of a span: few words, and always the same. A company by its id; never tax data, names, amounts, SQL, addresses that a caller
 * chose, or secrets.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** `server`: a request of somebody else's, which begins a trace if it is in none. `client`: a request of ours. `consumer`: a job. */
export type SpanKind = "internal" | "server" | "client" | "consumer";

/** Tracer of this process. `open-telemetry.ts` is the one that there is, and it is loaded only where it is wanted. */
export interface Tracing {
  inSpan<T>(name: string, attributes: Attributes, work: () => T, kind: SpanKind): T;
  withTraceparent<T>(traceparent: string | null | undefined, work: () => T): T;
  currentTraceparent(): string | undefined;
  recordSpan(traceparent: string, name: string, attributes: Attributes, fromMs: number, toMs: number): void;
  setSpanAttributes(attributes: Attributes): void;
  failSpan(code: string): void;
  /** How many spans were lost since it was asked last, and why the latest export failed. */
  takeLost(): { spans: number; why: string | undefined };
  /** Sends what waits. It ends within some seconds, whatever the collector does. */
  stop(): Promise<void>;
}

let tracing: Tracing | undefined;

/** Once, before anything else of the process is opened: what it opens asks whether it traces. */
export function useTracing(used: Tracing | undefined): void {
  tracing = used;
}

export const isTracing = (): boolean => tracing !== undefined;

/**
 * Does the work in a span of the trace at hand, and marks the span when it fails. Outside of a trace only the work is done: a trace begins
 * with a request of somebody's, so that what a process does by itself makes no traces of one span.
 */
export const inSpan = <T>(name: string, attributes: Attributes, work: () => T, kind: SpanKind = "internal"): T =>
  tracing ? tracing.inSpan(name, attributes, work, kind) : work();

/** Does the work where that `traceparent` stands: in no trace when there is none, or it is none. */
export const withTraceparent = <T>(traceparent: string | null | undefined, work: () => T): T =>
  tracing ? tracing.withTraceparent(traceparent, work) : work();

/** The `traceparent` of the work at hand, to keep or to send. Undefined outside of a trace. */
export const currentTraceparent = (): string | undefined => tracing?.currentTraceparent();

/** Header of a request, with the `traceparent`. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = tracing?.currentTraceparent();
  return traceparent === undefined ? nothing : { traceparent };
}

const nothing = {};

/** Notes a span of work that is over. Its times are milliseconds since 1970. */
export function recordSpan(
  traceparent: string | null | undefined,
  name: string,
  attributes: Attributes,
  [fromMs, toMs]: readonly [number, number],
): void {
  if (tracing && traceparent) tracing.recordSpan(traceparent, name, attributes, fromMs, toMs);
}

/** Adds to the span at hand. */
export const setSpanAttributes = (attributes: Attributes): void => tracing?.setSpanAttributes(attributes);

/** Marks the span at hand as failed. @param code one of ours, or the class of an error: never its text */
export const failSpan = (code: string): void => tracing?.failSpan(code);

export const takeLost = (): ReturnType<Tracing["takeLost"]> => tracing?.takeLost() ?? { spans: 0, why: undefined };

export const stopTracing = async (): Promise<void> => tracing?.stop();
