import { pino } from "pino";
import type { Log } from "../../../shared/logging/log.js";

/** A log that keeps its lines instead of writing them. */
export function keptLog(level = "info"): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}
