import fc from "fast-check";
import { expect, test } from "vitest";
import { createLine, type Line } from "../../../../../shared/db/pool/line.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

/** Enters, and tells whether it is in. */
function enter(line: Line) {
  const at = { isIn: false, leave: () => undefined as undefined | undefined };
  const cancel = line.enter((leave) => {
    Object.assign(at, { isIn: true, leave });
  });
  return Object.assign(at, { cancel });
}

test("who left the line gets no place, and a place that was given back twice is one", () => {
  const line = createLine(1);
  const first = enter(line);
  const [second, third, fourth] = [enter(line), enter(line), enter(line)];
  second.cancel();
  first.leave();
  first.leave();
  expect([second.isIn, third.isIn, fourth.isIn]).toEqual([false, true, false]);
  expect(line.waiting()).toBe(1);
  third.leave();
  third.cancel();
  expect([fourth.isIn, line.waiting()]).toEqual([true, 0]);
});

test("whatever comes and goes, never more are in than may be, nobody waits beside a free place, and who came first is served first", () => {
  const step = fc.record({ does: fc.constantFrom("enter", "leave", "cancel"), at: fc.nat(20) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 80 }), (places, steps) => {
      const line = createLine(places);
      let here: ReturnType<typeof enter>[] = [];
      for (const { does, at } of steps) {
        if (does === "enter") here.push(enter(line));
        const of = here.filter(({ isIn }) => isIn === (does === "leave"));
        const going = does === "enter" ? undefined : of[at % Math.max(1, of.length)];
        here = here.filter((one) => one !== going);
        if (does === "leave") going?.leave();
        else going?.cancel();
        const inside = here.map(({ isIn }) => isIn);
        expect(inside.filter(Boolean)).toHaveLength(Math.min(places, here.length));
        expect(inside.lastIndexOf(true)).toBeLessThan(places);
        expect(line.waiting()).toBe(Math.max(0, here.length - places));
      }
    }),
    propertyRuns(300),
  );
});
