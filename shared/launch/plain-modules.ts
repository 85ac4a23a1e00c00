import type { SourceMapPayload } from "node:module";
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

interface RunTool {
  runTool(
    label: string,
    command: string,
    args: string[],
    options: { cwd: string; env: NodeJS.ProcessEnv; takeLine?: ((line: string) => boolean) | undefined },
  ): Promise<void>;
}

interface Programs {
  programs: string[];
  /** By the package's name, why it stays outside. */
  outside: Record<string, string>;
}

interface OwnMaps {
  withoutPackages(map: SourceMapPayload): SourceMapPayload;
}

interface ShippedPackages {
  placesWithNeeded(lock: { packages: object }, names: string[]): string[];
}

/** What the build made of one bundle. Places are those of package-lock.json. */
interface Bundle {
  ships: boolean;
  files: string[];
  inside: string[];
  outside: string[];
}

interface CompiledFiles {
  sourcesFingerprint(root: string): string;
  isCompiled(root: string): boolean;
  readBundles(root: string): Record<string, Bundle>;
  removeOld(root: string, made: Record<string, { files: string[] }>): void;
}

// Plain JavaScript, because it also runs before anything is installed. No bundle has it inside.
const load = (name: string) => import(pathToFileURL(path.join(projectFolder, "shared", "launch", name)).href);

export const { startTimeOf, isRunning, readProcess } = (await load("process-table.mjs")) as ProcessTable;
export const { claimLock } = (await load("process-lock.mjs")) as ProcessLock;
export const { programs, outside } = (await load("programs.mjs")) as Programs;
export const { withoutPackages } = (await load("own-maps.mjs")) as OwnMaps;
export const { placesWithNeeded } = (await load("shipped-packages.mjs")) as ShippedPackages;
export const { sourcesFingerprint, isCompiled, readBundles, removeOld } = (await load(
  "compiled-files.mjs",
)) as CompiledFiles;
export const { runTool } = (await load("run-tool.mjs")) as RunTool;
