import { type Logger, pino } from "pino";

export type Log = Logger;

/** Names of fields that may hold a secret. Their values are not logged. */
const secrets = ["authorization", "token", "sign", "secret", "password", "privateKeyPem", "privateKey", "key_sealed"];

/** Writes one JSON line for each event. `process` tells the four processes apart in one stream. */
export const createLog = (process: string, level: string): Log =>
  pino({
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
    serializers: { error: pino.stdSerializers.err },
    errorKey: "error",
  });
