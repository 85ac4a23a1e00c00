import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform, release, totalmem } from "node:os";
import path from "node:path";
import { projectRoot } from "../support/project-root.js";

/** What a figure is worth nothing without: the machine, who else was busy on it, and what was measured. */
export interface Circumstances {
  startedAt: string;
  machine: { cpu: string; cores: number; memoryGb: number; system: string };
  /** Of the last minute, when the run began. */
  loadBefore: number;
  commit: string;
  /** Whether the sources differed from the commit. */
  changed: boolean;
  seed: number;
  versions: Record<string, string>;
}

const packages = ["@prisma/client", "@prisma/adapter-pg", "pg", "bullmq", "ioredis", "hono", "undici", "redlock"];

export function readCircumstances(seed: number): Circumstances {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).trim();
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

function versionOf(name: string): string {
  const file = path.join(projectRoot, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

export function describeCircumstances({ machine, loadBefore, commit, changed, versions }: Circumstances): string {
  const load = `load ${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
  const source = `${commit.slice(0, 10)}${changed ? " and changes" : ""}`;
  return `${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, Node ${versions.node}; ${load}; ${source}`;
}

/** `test/output/bench-<name>.json`; gives its path. */
export function writeReport(name: string, circumstances: Circumstances, results: object): string {
  const file = path.join(projectRoot, "test", "output", `bench-${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  const loadAfter = loadavg()[0] ?? 0;
  writeFileSync(file, `${JSON.stringify({ bench: name, ...circumstances, loadAfter, ...results }, null, 2)}\n`);
  return path.relative(process.cwd(), file);
}
