import { readFileSync } from "node:fs";
import type { ProcessName } from "../processes/service-processes.js";
import type { System } from "../processes/system.js";

/** What a process has logged under this message so far. */
export const loggedLines = (system: System, name: ProcessName, message: string): Record<string, unknown>[] =>
  readFileSync(system.logFile(name), "utf8")
    .split("\n")
    .filter((line) => line.includes(`"msg":${JSON.stringify(message)}`))
    .map((line) => JSON.parse(line));
