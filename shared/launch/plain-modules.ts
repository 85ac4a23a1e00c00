import path from "node:path";
import { pathToFileURL } from "node:url";
import { projectFolder } from "../assets.js";

/** One process for good: a pid alone is given again. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string;
}

interface ProcessTable {
  startTimeOf(pid: number): string | undefined;
  isRunning(process: ProcessIdentity): boolean;
  readProcess(pid: number): { parent: number; name: string } | undefined;
}

interface ProcessLock {
  claimLock(file: string): { release(): void; holder?: undefined } | { holder: ProcessIdentity };
}

// Plain JavaScript that also runs before anything is installed; the compiler does not copy it beside this file.
const load = (name: string) => import(pathToFileURL(path.join(projectFolder, "shared", "launch", name)).href);

export const { startTimeOf, isRunning, readProcess } = (await load("process-table.mjs")) as ProcessTable;
export const { claimLock } = (await load("process-lock.mjs")) as ProcessLock;
