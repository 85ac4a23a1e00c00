import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { inGate } from "./groups.js";
import { type PublicCaseResult, resultsFolder } from "./public-case-results.js";

// Every Vitest project loads this file as its own module instance. The table is one for all of them: the first empties it,
// the last prints it.
const shared = globalThis as { talonarioPublicCaseProjects?: number };

/** Removes the results of an earlier run. */
export function setup(): void {
  const others = shared.talonarioPublicCaseProjects ?? 0;
  shared.talonarioPublicCaseProjects = others + 1;
  if (others === 0) rmSync(resultsFolder, { recursive: true, force: true });
}

/** Prints the public cases that ran, with their results. */
export function teardown(): void {
  const others = (shared.talonarioPublicCaseProjects ?? 1) - 1;
  shared.talonarioPublicCaseProjects = others;
  if (others > 0 || !existsSync(resultsFolder)) return;
  console.log(describe(readResults()));
}

function readResults(): PublicCaseResult[] {
  return readdirSync(resultsFolder)
    .map((file) => JSON.parse(readFileSync(path.join(resultsFolder, file), "utf8")) as PublicCaseResult)
    .sort((one, other) => one.kind.localeCompare(other.kind) || one.sent.localeCompare(other.sent));
}

function describe(results: PublicCaseResult[]): string {
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  const parts = kinds.flatMap((kind) => describeKind(kind, results));
  const right = results.filter(({ passed }) => passed).length;
  return `\nOther people's cases, one a line: what was sent, what is right, where the rule stands\n${parts.join("\n")}\n\n${right} of ${results.length} are right.\n`;
}

/** In the gate, only how many are right, and each that is wrong. */
function describeKind(kind: string, results: PublicCaseResult[]): string[] {
  const ofKind = results.filter((result) => result.kind === kind);
  if (!inGate) return [`\n${kind}`, ...ofKind.map(line)];
  const wrong = ofKind.filter(({ passed }) => !passed);
  return [`${kind}: ${ofKind.length - wrong.length} of ${ofKind.length}`, ...wrong.map(line)];
}

const line = ({ sent, right, rule, passed }: PublicCaseResult) =>
  `  ${passed ? "right " : "WRONG "}  ${sent}  →  ${right}  [${rule}]`;
