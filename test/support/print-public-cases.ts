import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
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
  const parts = kinds.map((kind) => [`\n${kind}`, ...results.filter((result) => result.kind === kind).map(line)]);
  const right = results.filter(({ passed }) => passed).length;
  return `\nOther people's cases, one a line: what was sent, what is right, where the rule stands\n${parts.flat().join("\n")}\n\n${right} of ${results.length} are right.\n`;
}

const line = ({ sent, right, rule, passed }: PublicCaseResult) =>
  `  ${passed ? "right " : "WRONG "}  ${sent}  →  ${right}  [${rule}]`;
