import { appendFileSync } from "node:fs";
import { type TestFunction, test } from "vitest";
import groups from "../groups.json" with { type: "json" };

/** A group of tests of which the gate runs a part: test/groups.json says of each what is left out, and why no rule goes with it. */
type Group = keyof typeof groups;

/** `npm test` sets this file in the gate. Everywhere else, as in a run of one file, nothing is left out. */
const leftOutFile = process.env.TEST_GATE;
export const inGate = leftOutFile !== undefined;

/** In the gate, notes that so many of the group are left out: `npm test` says so at its end. */
export function noteLeftOut(group: Group, count: number): void {
  if (leftOutFile && count > 0) appendFileSync(leftOutFile, `${group} ${count}\n`);
}

/** In the gate those of the cases that are chosen for it, and otherwise all of them. */
export function fromGroup<T>(group: Group, cases: readonly T[], isChosen: (one: T, index: number) => boolean): T[] {
  const chosen = inGate ? cases.filter(isChosen) : [...cases];
  if (inGate && chosen.length === 0) throw new Error(`the gate would leave out all of these ${group}`);
  noteLeftOut(group, cases.length - chosen.length);
  return chosen;
}

/** Defines a test that the gate leaves out altogether. */
export function testOf(
  group: Group,
  name: string,
  run: TestFunction,
  testAs: typeof test | typeof test.concurrent = test,
): void {
  noteLeftOut(group, 1);
  if (inGate) testAs.skip(name, run);
  else testAs(name, run);
}
