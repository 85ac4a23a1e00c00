/** Where something stands in a trace: the span that it belongs to. */
export interface Traceparent {
  traceId: string;
  spanId: string;
  /** The lowest bit says whether the trace is recorded. */
  flags: number;
}

const length = 55;
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Undefined for what is no `traceparent`. A caller wrote it, or whoever can write to Redis: nothing beyond its 55 characters is looked at,
 * and what a later version of the standard adds is left out. Source: W3C Trace Context, section 3.2.
 */
export function readTraceparent(text: string | null | undefined): Traceparent | undefined {
  if (!text || text.length < length) return undefined;
  if (text.length > length && (text.startsWith("00") || text[length] !== "-")) return undefined;
  const [, traceId, spanId, flags] = form.exec(text.slice(0, length)) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** Writes the header with the one flag that this version of the standard knows. */
export const writeTraceparent = ({ traceId, spanId, flags }: Traceparent): string =>
  `00-${traceId}-${spanId}-0${flags & 1}`;

/** The trace that a `traceparent` of ours names. */
export const traceIdOf = (traceparent: string | null | undefined): string | undefined => traceparent?.slice(3, 35);
