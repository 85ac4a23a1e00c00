import { type Logger, pino } from "pino";

export type Log = Logger;

/** Names under which a secret might travel; whatever stands there is not written. */
const secrets = ["authorization", "token", "sign", "secret", "password", "privateKeyPem", "privateKey", "key_sealed"];

/** One JSON line per event. `process` tells the four processes apart in one stream. */
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
