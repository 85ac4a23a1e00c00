import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { conformanceVariable, type JudgedRequest } from "../authority/conformance.js";
import { groupBy } from "./group-by.js";

// Every project of a run calls this file, each in a module of its own: one file collects for all of them.
const shared = globalThis as { talonarioConformance?: { users: number; folder: string } };

/** Has every simulator of the run, in whatever process, judge the product's requests by the official schemas. */
export function setup(): void {
  shared.talonarioConformance ??= { users: 0, folder: mkdtempSync(path.join(tmpdir(), "talonario-conformance-")) };
  shared.talonarioConformance.users += 1;
  process.env[conformanceVariable] = path.join(shared.talonarioConformance.folder, "judged.jsonl");
}

/** Counts what was judged. An invalid request fails the run. */
export function teardown(): void {
  const held = shared.talonarioConformance;
  if (!held) return;
  held.users -= 1;
  if (held.users > 0) return;
  delete shared.talonarioConformance;
  const judged = readJudged(path.join(held.folder, "judged.jsonl"));
  rmSync(held.folder, { recursive: true, force: true });
  if (judged.length === 0) return;

  const invalid = judged.filter(({ problems }) => problems.length > 0);
  const counts = [...groupBy(judged, ({ operation }) => operation)]
    .map(([operation, requests]) => `${operation} ${requests.length}`)
    .sort();
  console.log(
    `\nRequests sent to the simulated authority, judged by the official WSDLs: ${judged.length}, ${invalid.length} of them invalid.\n  ${counts.join(", ")}\n`,
  );
  const [first] = invalid;
  if (!first) return;
  console.error(`FAILED  ${first.operation}: ${first.problems.join(" ")}\n${first.body}\n`);
  // Not thrown: what else is to be torn down would be left standing.
  process.exitCode = 1;
}

function readJudged(file: string): JudgedRequest[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as JudgedRequest);
}
