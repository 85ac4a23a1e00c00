import { expect, test } from "vitest";
import { inTurns } from "../../../../api/parsing/in-turns.js";
import { checkingIssuance } from "../../../../api/schemas/check-issuance.js";
import type { Steps } from "../../../../shared/domain/steps.js";
import { invoiceB } from "../../../support/samples/invoice.js";

/** Work of some steps, each of which holds the process for so long. */
function* holding(steps: number, ms: number, held: () => void): Steps<number> {
  for (let step = 0; step < steps; step += 1) {
    const untilMs = performance.now() + ms;
    while (performance.now() < untilMs);
    held();
    yield;
  }
  return steps;
}

test("between two steps that hold the process others go on, however much work there is at once", async () => {
  const seen: string[] = [];
  let isOver = false;
  const others = () => {
    seen.push("others");
    if (!isOver) setImmediate(others);
  };
  const works = Array.from({ length: 4 }, () => inTurns(holding(3, 11, () => seen.push("work"))));
  others();
  expect(await Promise.all(works)).toEqual([3, 3, 3, 3]);
  isOver = true;
  expect(seen.filter((one) => one === "work")).toHaveLength(12);
  // The four begin at once here: the server begins one request in a turn.
  expect(seen.slice(4).join(" ")).not.toContain("work work");
});

test("small work is done at once", async () => {
  let turns = 0;
  setImmediate(() => {
    turns += 1;
  });
  expect(await inTurns(holding(5, 0, () => undefined))).toBe(5);
  expect(turns).toBe(0);
});

test("work that fails rejects", async () => {
  const failing = function* (): Steps<never> {
    yield;
    throw new Error("of a step");
  };
  await expect(inTurns(failing())).rejects.toThrow("of a step");
});

test("no step of an issuance with a thousand lines holds the process for long", async () => {
  const [item] = invoiceB().items;
  const body = invoiceB({
    items: Array.from({ length: 1_000 }, (_, n) => ({ ...item, price: n + 10.37, quantity: 3, discount: 1.5 })),
  });
  let longestMs = Number.POSITIVE_INFINITY;
  // Other work of the machine may come between: the best of several runs counts.
  for (let run = 0; run < 8; run += 1) {
    let ofRunMs = 0;
    const steps = checkingIssuance(body);
    for (let isDone = false; !isDone; ) {
      const before = process.cpuUsage();
      isDone = steps.next().done === true;
      const { user, system } = process.cpuUsage(before);
      ofRunMs = Math.max(ofRunMs, (user + system) / 1_000);
    }
    longestMs = Math.min(longestMs, ofRunMs);
  }
  expect(longestMs).toBeLessThan(12);
});
