import path from "node:path";
import { pathToFileURL } from "node:url";
import { projectFolder } from "../assets.js";

/** Identifies one process. The pid alone is not enough, because the system reuses pids. */
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

interface CompiledFiles {
  sourcesFingerprint(root: string): string;
  isCompiled(root: string): boolean;
  cleanCompiled(root: string): void;
}

// Plain JavaScript, because it also runs before anything is installed. The compiler does not copy it to dist.
const load = (name: string) => import(pathToFileURL(path.join(projectFolder, "shared", "launch", name)).href);

export const { startTimeOf, isRunning, readProcess } = (await load("process-table.mjs")) as ProcessTable;
export const { claimLock } = (await load("process-lock.mjs")) as ProcessLock;
export const { sourcesFingerprint, isCompiled, cleanCompiled } = (await load("compiled-files.mjs")) as CompiledFiles;
