import { type DestinationStream, type Logger, pino } from "pino";
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
    },
    to ?? gatherLines(),
  );

const gatherMs = 20;
/** Less than what the system writes into a pipe in one piece. */
const mostCharacters = 2_000;

/** Writes lines to the standard output a few at a time, because each write costs more than to make the line. */
function gatherLines(): DestinationStream & { flushSync(): void } {
  const output = pino.destination({ dest: 1, sync: true });
  let gathered = "";
  let timer: NodeJS.Timeout | undefined;

  function flushSync(): void {
    clearTimeout(timer);
    timer = undefined;
    const lines = gathered;
    gathered = "";
    if (lines !== "") output.write(lines);
  }
  process.once("exit", flushSync);

  return {
    write(line) {
      gathered += line;
      if (gathered.length >= mostCharacters) flushSync();
      else timer ??= setTimeout(flushSync, gatherMs).unref();
    },
    flushSync,
  };
}
