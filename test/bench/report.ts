import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform, release, totalmem } from "node:os";
import path from "node:path";
import { projectFolder } from "../../shared/assets.js";

/** What a figure is worth nothing without: the machine, who else was busy on it, and what was measured. */
export interface Circumstances {
  startedAt: string;
  machine: { cpu: string; cores: number; memoryGb: number; system: string };
  /** Of the last minute, when the run began. */
  loadBefore: number;
  commit: string;
  /** Whether the sources differed from the commit. */
  changed: boolean;
  /** null where nothing is drawn. */
  seed: number | null;
  /** Of Node, the packages that matter, and the servers. */
  versions: Record<string, string>;
}

const packages = ["@prisma/client", "@prisma/adapter-pg", "pg", "bullmq", "ioredis", "hono", "undici", "redlock"];

export function readCircumstances(seed: number | null = null): Circumstances {
  const versions = Object.fromEntries(packages.map((name) => [name, versionOf(name)]));
  return {
    startedAt: new Date().toISOString(),
    machine: {
      cpu: cpus()[0]?.model ?? "",
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      system: `${platform()} ${release()}`,
    },
    loadBefore: loadavg()[0] ?? 0,
    commit: git("rev-parse", "HEAD"),
    changed: git("status", "--porcelain", "--untracked-files=no") !== "",
    seed,
    versions: { node: process.version, ...versions },
  };
}

/** Empty where there is no repository. */
function git(...args: string[]): string {
  try {
    return execFileSync("git", args, {
      cwd: projectFolder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "";
  }
}

function versionOf(name: string): string {
  const file = path.join(projectFolder, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

export function describeCircumstances({ machine, loadBefore, commit, changed, versions }: Circumstances): string {
  const load = `load ${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
  const source = `${commit.slice(0, 10) || "no commit"}${changed ? " and changes" : ""}`;
  const software = `Node ${versions.node}, PostgreSQL ${versions.postgresql}, Redis ${versions.redis}`;
  return `${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, ${software}; ${load}; ${source}`;
}

/** What was aimed for on two cores that do nothing else, and what of it was reached. */
export type Goals = Record<string, boolean>;

export const describeGoals = (goals: Goals): string =>
  Object.entries(goals)
    .map(([goal, isMet]) => `${isMet ? "met   " : "MISSED"}  ${goal}`)
    .join("\n");

/** `test/output/bench-<name>.json`; gives its path. */
export function writeReport(name: string, circumstances: Circumstances, results: object): string {
  const file = path.join(projectFolder, "test", "output", `bench-${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  const loadAfter = loadavg()[0] ?? 0;
  writeFileSync(file, `${JSON.stringify({ bench: name, ...circumstances, loadAfter, ...results }, null, 2)}\n`);
  return path.relative(process.cwd(), file);
}

/** Two decimals at most, for a table. */
export const rounded = (value: number): number => Number(value.toFixed(2));
