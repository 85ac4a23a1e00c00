import fc from "fast-check";
import { expect, test } from "vitest";
import { createConnectionPlaces, type PlaceLine } from "../../../../../shared/db/pool/places.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

/** Enters, and tells whether it is in. */
function enter(line: PlaceLine) {
  const at = { isIn: false, leave: () => undefined as undefined | undefined };
  const cancel = line.enter((leave) => {
    Object.assign(at, { isIn: true, leave });
  });
  return Object.assign(at, { cancel });
}

test("a share holds what is free, but not what another one has for itself", () => {
  const places = createConnectionPlaces(5, { issuing: 2, others: 1 });
  const [issuing, others] = [places.line("issuing"), places.line("others")];
  const long = Array.from({ length: 5 }, () => enter(others));
  expect(long.map(({ isIn }) => isIn)).toEqual([true, true, true, false, false]);
  expect([enter(issuing).isIn, enter(issuing).isIn, enter(issuing).isIn]).toEqual([true, true, false]);
  expect(places.waiting()).toBe(3);
});

test("one line holds no more than its own, and another line of the share goes on", () => {
  const places = createConnectionPlaces(4, { all: 4 });
  const [slow, quick] = [places.line("all", 2), places.line("all")];
  expect([enter(slow).isIn, enter(slow).isIn, enter(slow).isIn]).toEqual([true, true, false]);
  expect(enter(quick).isIn).toBe(true);
});

test("who waits is served by the order of the shares, and the lines of a share by turns", () => {
  const places = createConnectionPlaces(2, { issuing: 1, others: 1 });
  const [issuing, pages, people] = [places.line("issuing"), places.line("others"), places.line("others")];
  const held = [enter(issuing), enter(pages)];
  const asked = { pages: [enter(pages), enter(pages)], people: enter(people), issuing: enter(issuing) };
  held[1]?.leave();
  expect([asked.people.isIn, asked.pages[0]?.isIn, asked.issuing.isIn]).toEqual([true, false, false]);
  asked.people.leave();
  expect(asked.pages[0]?.isIn).toBe(true);
  held[0]?.leave();
  expect([asked.issuing.isIn, asked.pages[1]?.isIn]).toEqual([true, false]);
});

test("who left the line gets no place, and a place that was given back twice is one", () => {
  const places = createConnectionPlaces(1, { all: 1 });
  const line = places.line("all");
  const first = enter(line);
  const [second, third, fourth] = [enter(line), enter(line), enter(line)];
  second.cancel();
  first.leave();
  first.leave();
  expect([second.isIn, third.isIn, fourth.isIn]).toEqual([false, true, false]);
  expect(places.waiting()).toBe(1);
});

test("there is no share that nobody named", () => {
  expect(() => createConnectionPlaces(1, { all: 1 }).line("others")).toThrow(RangeError);
});

test("whatever comes and goes, never more are held than there are, each share gets its own, and nobody waits without a cause", () => {
  const step = fc.record({ line: fc.nat(3), leaves: fc.boolean(), at: fc.nat(20) });
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 12 }), fc.array(step, { maxLength: 80 }), (total, steps) => {
      const places = createConnectionPlaces(total, { first: 1, second: 1, third: 1 });
      const most = [total, 1, 2, total];
      const lines = ["first", "second", "second", "third"].map((share, index) => places.line(share, most[index]));
      const here: { line: number; at: ReturnType<typeof enter> }[] = [];
      for (const { line, leaves, at } of steps) {
        const inside = here.filter((one) => one.at.isIn);
        const leaving = leaves ? inside[at % Math.max(1, inside.length)] : undefined;
        if (leaving) here.splice(here.indexOf(leaving), 1);
        leaving?.at.leave();
        if (!leaves) here.push({ line, at: enter(lines[line] as PlaceLine) });
        const held = (of: number[]) => here.filter((one) => one.at.isIn && of.includes(one.line)).length;
        expect(held([0, 1, 2, 3])).toBeLessThanOrEqual(total);
        for (const [index, limit] of most.entries()) expect(held([index])).toBeLessThanOrEqual(limit);
        const waits = (of: number) => here.some((one) => !one.at.isIn && one.line === of);
        // A share that holds nothing has one for itself.
        for (const [of, share] of [
          [0, [0]],
          [3, [3]],
          [2, [1, 2]],
        ] as const)
          if (waits(of)) expect(held([...share])).toBeGreaterThan(0);
      }
    }),
    propertyRuns(300),
  );
});
