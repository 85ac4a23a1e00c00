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
    ...(to ? [to] : []),
  );
