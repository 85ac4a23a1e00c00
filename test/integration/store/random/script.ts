import fc from "fast-check";
import type { Play } from "../play.js";
import { asked, keys, type RandomSteps } from "./choose.js";
import { contingency } from "./contingency.js";
import { numbering } from "./numbering.js";
import { recording } from "./recording.js";
import { reporting } from "./reporting.js";

/** One step: which, and three numbers from which it takes its parts. */
type Command = [step: string, number, number, number];

const steps: RandomSteps = { ...recording, ...numbering, ...contingency, ...reporting };

const natural = fc.nat({ max: 999 });

export const randomScript: fc.Arbitrary<Command[]> = fc.array(
  fc.tuple(
    fc.oneof(...Object.entries(steps).map(([name, [weight]]) => ({ weight, arbitrary: fc.constant(name) }))),
    natural,
    natural,
    natural,
  ),
  { minLength: 20, maxLength: 40 },
);

/** What is under way when a script begins. */
const starts: ((play: Play) => Promise<unknown>)[] = [
  async () => undefined,
  async (play) => {
    for (const key of keys.slice(0, 3)) await play.record("1-1-6", `1/${key}`);
    await play.submit("t0", { limit: 2 });
    await play.record("2-1-6", "2/a");
  },
  async (play) => {
    for (const companyId of [1, 2]) await play.beginByHand(companyId);
    for (const key of keys.slice(0, 3)) await play.record("1-1-6", `1/${key}`);
    await play.readQueue("1-1-6");
    await play.move("1-1-6");
  },
];

export const anyStart = fc.nat({ max: starts.length - 1 });

/** Plays a script on lines that are ready: somebody has taken each sequence and knows its last number, and so does the standby. */
export async function playScript(play: Play, start: number, script: Command[]): Promise<void> {
  for (const [at, sequence] of asked.entries()) {
    await play.take(`t${at}`, sequence);
    await play.setLastNumber(`t${at}`, 0);
  }
  await play.copyToStandby();
  await starts[start]?.(play);
  for (const [name, a, b, c] of script) await steps[name]?.[1](play, a, b, c);
}
