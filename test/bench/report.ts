import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform, release, totalmem } from "node:os";
import path from "node:path";
import { projectFolder } from "../../shared/assets/assets.js";

/** What a reader needs to judge a figure: the machine, its load, and what was measured. */
export interface Circumstances {
  startedAt: string;
  machine: { cpu: string; cores: number; memoryGb: number; system: string };
  /** The load average of the last minute when the run began. */
  loadBefore: number;
  commit: string;
  /** Whether the sources differed from the commit. */
  changed: boolean;
  /** null for a benchmark without random draws. */
  seed: number | null;
  /** The versions of Node, of the packages that matter, and of the servers. */
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

/** The output of a git command; empty outside a repository. */
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

/** Each goal, and whether it was met. The goals are for two cores that do nothing else. */
export type Goals = Record<string, boolean>;

export const describeGoals = (goals: Goals): string =>
  Object.entries(goals)
    .map(([goal, isMet]) => `${isMet ? "met   " : "MISSED"}  ${goal}`)
    .join("\n");

/** Writes `test/output/bench-<name>.json` and gives its path. */
export function writeReport(name: string, circumstances: Circumstances, results: object): string {
  const file = path.join(projectFolder, "test", "output", `bench-${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  const loadAfter = loadavg()[0] ?? 0;
  writeFileSync(file, `${JSON.stringify({ bench: name, ...circumstances, loadAfter, ...results }, null, 2)}\n`);
  return path.relative(process.cwd(), file);
}

/** At most two decimals, for a table. */
export const rounded = (value: number): number => Number(value.toFixed(2));
