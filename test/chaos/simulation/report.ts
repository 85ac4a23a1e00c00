import type { Run } from "./simulate.js";

const lastLines = 60;

/** Describes a violation: what broke, when, the last lines before it, and the command that repeats the run. */
export function describeViolation({ seed, mode, violation, lines, forced }: Run): string {
  if (!violation) return `seed ${seed} in ${mode} mode: no violation`;
  return [
    `seed ${seed} in ${mode} mode breaks ${violation.invariant} after ${(violation.atMs / 1_000).toFixed(3)} s: ${violation.what}`,
    ...lines.slice(-lastLines),
    `The whole run: npm run chaos -- --simulate --seed ${seed}${forced.map((name) => ` --with ${name}`).join("")}`,
  ].join("\n");
}
