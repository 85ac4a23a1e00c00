import fc from "fast-check";
import { expect, test } from "vitest";
import { createBufferedWriter } from "../../../../shared/concurrency/buffered-writer.js";
import { createLog } from "../../../../shared/logging/log.js";
import { waitFor } from "../../../sandbox/wait-for.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const day = 86_400_000;
const log = createLog("test", "silent");

test("what was taken is written once, in order and in bounded statements, however often the store fails before", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 9 }), { maxLength: 12 }),
      fc.array(fc.boolean(), { maxLength: 12 }),
      fc.integer({ min: 1, max: 6 }),
      async (bursts, failures, maxPerWrite) => {
        const [written, taken]: [number[], number[]] = [[], []];
        let largest = 0;
        let turn = 0;
        const fails = [...failures, false];
        const write = async (items: number[]) => {
          largest = Math.max(largest, items.length);
          if (fails[turn++ % fails.length]) throw new Error("away");
          written.push(...items);
        };
        const options = { write, log, name: "test", maxPerWrite, maxWaiting: 20, keepsFailed: true };
        const writer = createBufferedWriter({ ...options, everyMs: 0 });
        let next = 0;
        for (const burst of bursts) {
          for (let one = 0; one < burst; one++) {
            next += 1;
            if (writer.add(next)) taken.push(next);
          }
          await new Promise((resolve) => setImmediate(resolve));
        }
        fails.fill(false);
        await writer.stop();
        expect(written).toEqual(taken);
        expect(largest).toBeLessThanOrEqual(maxPerWrite);
      },
    ),
    propertyRuns(300),
  );
});

test("a full buffer drops the newest, and its user is told", async () => {
  const written: number[] = [];
  const write = async (items: number[]) => void written.push(...items);
  const writer = createBufferedWriter({
    write,
    log,
    name: "test",
    everyMs: day,
    maxWaiting: 3,
    maxPerWrite: 2,
    keepsFailed: true,
  });
  expect([1, 2, 3, 4, 5].map((one) => writer.add(one))).toEqual([true, true, true, false, false]);
  await writer.stop();
  expect(written).toEqual([1, 2, 3]);
});

test("what the store never takes holds up no other, where it is not kept", async () => {
  const written: number[] = [];
  const write = async (items: number[]) => {
    if (items.includes(13)) throw new Error("refused");
    written.push(...items);
  };
  const writer = createBufferedWriter({
    write,
    log,
    name: "test",
    everyMs: 0,
    maxWaiting: 9,
    maxPerWrite: 1,
    keepsFailed: false,
  });
  for (const one of [13, 1]) writer.add(one);
  await waitFor(() => written.length > 0, { message: "the one behind it to be written" });
  await writer.stop();
  expect(written).toEqual([1]);
});
