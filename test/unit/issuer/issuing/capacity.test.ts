import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTimeSlicedSemaphore, type TimeSlice } from "../../../../issuer/issuing/time-sliced-semaphore.js";
import { BusyError } from "../../../../shared/queues/errors.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Begins work that ends when it is told to. Tells whether it runs. */
function open(within: ReturnType<typeof createTimeSlicedSemaphore>, companyId: number, production = true, attempt = 1) {
  let finish = () => {};
  const self = { companyId, runs: false, finish: () => finish(), refused: undefined as unknown };
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  within({ companyId, production }, attempt, async () => {
    self.runs = true;
    await ended;
    self.runs = false;
  }).catch((error) => {
    self.refused = error;
  });
  return self;
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test("a free place goes to the company that holds the fewest, and within a company to the first in line", async () => {
  const within = createTimeSlicedSemaphore(8, 2);
  const flood = Array.from({ length: 10 }, () => open(within, 1));
  const quiet = open(within, 2);
  const running = () => flood.flatMap(({ runs }, at) => (runs ? at : []));
  await settle();
  expect([running(), quiet.runs]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], false]);
  flood[0]?.finish();
  await settle();
  expect([running(), quiet.runs]).toEqual([[1, 2, 3, 4, 5, 6, 7], true]);
  for (const job of flood.slice(1, 7)) job.finish();
  await settle();
  expect(running()).toEqual([7, 8]);
});

test("a company holds its part of the places at most while another is active, and all when it is alone again", async () => {
  const within = createTimeSlicedSemaphore(8, 2);
  const open8 = (companyId: number) => Array.from({ length: 8 }, () => open(within, companyId));
  const running = (jobs: { runs: boolean }[]) => jobs.filter(({ runs }) => runs).length;
  const other = open(within, 2);
  const flood = open8(1);
  await settle();
  expect([running(flood), other.runs]).toEqual([2, true]);
  const others = [open(within, 2), open(within, 3)];
  await settle();
  expect(running(others), "the others find places").toBe(2);
  for (const job of [...flood, other, ...others]) job.finish();

  await vi.advanceTimersByTimeAsync(60_001);
  const alone = open8(1);
  await settle();
  expect(running(alone)).toBe(8);
});

test("a job's turn is over after a second, once another of its company waits for the place", async () => {
  const within = createTimeSlicedSemaphore(10, 1);
  const turns: TimeSlice[] = [];
  const hold = (companyId: number) =>
    void within({ companyId, production: true }, 1, (turn) => {
      turns.push(turn);
      return new Promise<void>(() => undefined);
    }).catch(() => undefined);
  hold(2);
  hold(1);
  await settle();
  const areOver = () => turns.map((turn) => turn.isOver());
  hold(1);
  expect(areOver(), "a turn that has just begun").toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(areOver(), "nobody waits any more").toEqual([false, false]);
  hold(1);
  expect(areOver()).toEqual([false, true]);
});

test("in a full line the latest of the company with the most makes room for another's first", async () => {
  const within = createTimeSlicedSemaphore(2);
  const flood = [1, 1, 1, 1].map((companyId) => open(within, companyId));
  const [one, more] = [open(within, 2), open(within, 2)];
  await settle();
  expect(flood.map(({ refused }) => refused !== undefined)).toEqual([false, false, false, true]);
  expect([one.refused, more.refused]).toEqual([undefined, expect.any(BusyError)]);
  flood[0]?.finish();
  flood[1]?.finish();
  await settle();
  expect([one.runs, flood[2]?.runs]).toEqual([true, true]);
});

test("who gets no place in half a second, or finds the line full, is delayed, each time for longer", async () => {
  const within = createTimeSlicedSemaphore(1);
  const [running, waiting, turnedAway] = [open(within, 1), open(within, 2), open(within, 3, true, 3)];
  await settle();
  expect([running.runs, waiting.refused]).toEqual([true, undefined]);
  expect(turnedAway.refused).toMatchObject({ waitMs: 2_000 });
  await vi.advanceTimersByTimeAsync(500);
  expect(waiting.refused).toBeInstanceOf(BusyError);
  running.finish();
  await settle();
  const next = open(within, 2);
  await settle();
  expect(next.runs, "the one that gave up holds no place").toBe(true);
});

test("one environment takes no place of the other", async () => {
  const within = createTimeSlicedSemaphore(1);
  open(within, 1, false);
  const production = open(within, 1, true);
  await settle();
  expect(production.runs).toBe(true);
});

test("never more run than there are places, and no place is ever lost", async () => {
  const step = fc.oneof(
    fc.record({ company: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ finish: fc.nat(20) }),
    fc.record({ passMs: fc.constantFrom(10, 600) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), async (each, steps) => {
      const within = createTimeSlicedSemaphore(each);
      const jobs: ReturnType<typeof open>[] = [];
      const running = () => jobs.filter(({ runs }) => runs);
      for (const next of steps) {
        if ("company" in next) jobs.push(open(within, next.company));
        else if ("finish" in next) running()[next.finish % Math.max(1, running().length)]?.finish();
        else await vi.advanceTimersByTimeAsync(next.passMs);
        await settle();
        expect(running().length).toBeLessThanOrEqual(each);
      }
      for (let left = running(); left.length > 0; left = running()) {
        for (const job of left) job.finish();
        await settle();
      }
      await vi.advanceTimersByTimeAsync(60_001);
      const full = Array.from({ length: each }, () => open(within, 9));
      await settle();
      expect(full.every(({ runs }) => runs)).toBe(true);
    }),
    propertyRuns(100),
  );
});
