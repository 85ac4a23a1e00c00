import type { Run } from "./simulate.js";

const lastLines = 60;

/** A run that broke an invariant, for a reader: what, when, the way there, and how to see it again. */
export function describeViolation({ seed, mode, violation, lines }: Run): string {
  if (!violation) return `seed ${seed} in ${mode} mode: no violation`;
  return [
    `seed ${seed} in ${mode} mode breaks ${violation.invariant} after ${(violation.atMs / 1_000).toFixed(3)} s: ${violation.what}`,
    ...lines.slice(-lastLines),
    `Again, from its beginning: npm run chaos -- --simulate --seed ${seed}`,
  ].join("\n");
}
