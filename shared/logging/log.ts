import { type DestinationStream, type Logger, pino } from "pino";
import { traceIdOf } from "../tracing/traceparent.js";
import { currentTraceparent, isTracing } from "../tracing/tracing.js";
import { toLoggedError } from "./log-error.js";

export type Log = Logger;

/** Names of fields that may hold a secret. Their values are not logged. */
const secrets = ["authorization", "token", "sign", "secret", "password", "privateKeyPem", "privateKey", "key_sealed"];

/** Writes one JSON line for each event. `process` tells the four processes apart in one stream. */
export const createLog = (process: string, level: string, to?: DestinationStream): Log =>
  pino(
    {
      level,
      base: { process },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
      serializers: { error: (error: unknown) => toLoggedError(error) },
      errorKey: "error",
      // A line that is of another trace than the work at hand says so itself.
      ...(isTracing() && { mixin: () => ({ traceId: traceIdOf(currentTraceparent()) }) }),
    },
    to ?? toOutput(),
  );

/**
 * For lines that each request or voucher has, and of which no field can hold a secret: to look for secrets takes ten times as long as to write
 * the line. It has no level of its own.
 */
export const withoutLooking = (log: Log): Log => log.child({}, { redact: [], level: "trace" });

const gatherMs = 20;
/** Bytes that the system writes into a pipe in one piece (PIPE_BUF): a longer write can be torn by another process that shares the pipe. */
const pieceBytes = 4_096;

/**
 * Gathers lines, because each write costs more than to make the line. What goes out together is whole lines of one piece; a line that is
 * longer goes alone.
 */
export function bufferLines(write: (lines: string) => void): DestinationStream & { flushSync(): void } {
  let gathered = "";
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;

  function flushSync(): void {
    clearTimeout(timer);
    timer = undefined;
    const lines = gathered;
    [gathered, bytes] = ["", 0];
    if (lines !== "") write(lines);
  }

  return {
    write(line) {
      const more = Buffer.byteLength(line);
      if (bytes + more > pieceBytes) flushSync();
      gathered += line;
      bytes += more;
      if (bytes >= pieceBytes) flushSync();
      else timer ??= setTimeout(flushSync, gatherMs).unref();
    },
    flushSync,
  };
}

let output: DestinationStream | undefined;

/** Output of all logs of a process. The lines that are left are written when it ends. */
function toOutput(): DestinationStream {
  output ??= openOutput();
  return output;
}

function openOutput(): DestinationStream {
  const stdout = pino.destination({ dest: 1, sync: true });
  const lines = bufferLines((piece) => stdout.write(piece));
  process.once("exit", lines.flushSync);
  return lines;
}
