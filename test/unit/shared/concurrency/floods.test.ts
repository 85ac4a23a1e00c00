import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createFairSemaphore,
  createHistory,
  type FairSemaphore,
} from "../../../../shared/concurrency/fair-semaphore.js";
import type { Groups } from "../../../../shared/concurrency/groups.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { createTime } from "./virtual-time.js";

/** Who floods, by what they share. The one after the last of them is whoever comes once, from beside them or from among them. */
const kinds = {
  "addresses of no common prefix": (n: number): Groups => [`198.51.${n}.0/24`, `198.51.${n}.1`],
  "addresses of one prefix": (n: number): Groups => ["198.51.100.0/24", `198.51.100.${n}`],
  "prefixes of IPv6": (n: number): Groups => ["2001:db8:1::/48", `2001:db8:1:${n >> 3}::/56`, `2001:db8:1:${n}::/64`],
  "people of one company": (n: number): Groups => ["company 1", `person ${n}`],
  "people of fifty companies": (n: number): Groups => [`company ${n % 50}`, `person ${n}`],
  companies: (n: number): Groups => [`company ${n}`, `person ${n}`],
  "companies of four people": (n: number): Groups => [`company ${n >> 2}`, `person ${n}`],
};
type Kind = keyof typeof kinds;

interface Flood {
  kind: Kind;
  count: number;
  each: number;
  againMs: number;
  atMs: number;
}

const floodOf = (...some: Kind[]): fc.Arbitrary<Flood> =>
  fc.record({
    kind: fc.constantFrom(...some),
    count: fc.integer({ min: 1, max: 200 }),
    /** How often each of them is there at once. */
    each: fc.integer({ min: 1, max: 4 }),
    /** How soon whoever was ended comes again. */
    againMs: fc.integer({ min: 100, max: 1_000 }),
    /** When somebody else comes. */
    atMs: fc.integer({ min: 2_000, max: 4_000 }),
  });
const flood = floodOf(...(Object.keys(kinds) as Kind[]));
/** Who reads files is somebody's person or key. */
const readers = floodOf("people of one company", "companies", "companies of four people");

type Time = ReturnType<typeof createTime>;

interface Holding {
  ms: number;
  /** How long it gives way to nobody. */
  keptMs?: number;
  /** The same beside who has had nothing of late. */
  firstMs?: number;
  /** Whether something comes all the time. */
  isQuick?: boolean;
}

/** Holds a place of each of these for so long, unless it gives way. True when it was kept. */
async function hold(
  { clock }: Time,
  semaphores: readonly FairSemaphore[],
  groups: Groups,
  { ms, keptMs = 0, firstMs = keptMs, isQuick = false }: Holding,
): Promise<boolean> {
  let end = (_isKept: boolean): void => undefined;
  const ended = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  let beganMs = clock.nowMs();
  let isWaiting = true;
  const standing = (besideFirst: boolean) => {
    if (isWaiting) return clock.nowMs() - beganMs < (besideFirst ? 1_000 : 3_000) ? Number.POSITIVE_INFINITY : beganMs;
    if (clock.nowMs() < beganMs + (besideFirst ? firstMs : keptMs)) return Number.POSITIVE_INFINITY;
    return (isQuick ? clock.nowMs() : beganMs) + 2_000;
  };
  const gone = new AbortController();
  const giveWay = () => {
    gone.abort();
    end(false);
  };
  const taken: (() => void)[] = [];
  try {
    for (const semaphore of semaphores) {
      taken.push(await semaphore.enter({ groups, standing, giveWay, gone: gone.signal }));
      beganMs = clock.nowMs();
    }
    isWaiting = false;
    clock.after(ms, () => end(true));
    return await ended;
  } catch {
    return false;
  } finally {
    for (const leave of taken) leave();
  }
}

interface Parts {
  flooding(groups: Groups): Promise<unknown>;
  right(groups: Groups): Promise<boolean>;
}

/** Somebody else is served within this. */
const withinMs = 5_000;

/** Of IPv6 one from the next /56: who shares one is of one household. */
function firstBeside(kind: Kind, count: number): number {
  if (kind === "prefixes of IPv6") return ((count >> 3) + 1) << 3;
  return kind === "companies of four people" ? ((count >> 2) + 1) << 2 : count;
}

/** Whether somebody else, who tries again after a second, is served within 5 s, while the flood comes again whenever it was ended. */
async function isServed(
  time: Time,
  { kind, count, each, againMs, atMs }: Flood,
  { flooding, right }: Parts,
): Promise<boolean> {
  async function comeAgain(groups: Groups): Promise<void> {
    await flooding(groups);
    time.clock.after(againMs, () => comeAgain(groups));
  }
  for (let n = 0; n < count * each; n += 1)
    time.clock.after(1 + (n % againMs), () => comeAgain(kinds[kind](n % count)));
  await time.pass(atMs);
  let isDone = false;
  async function tryUntilDone(groups: Groups): Promise<void> {
    while (!isDone) {
      isDone = await right(groups);
      if (!isDone) await time.delay(1_000);
    }
  }
  tryUntilDone(kinds[kind](firstBeside(kind, count)));
  await time.pass(withinMs);
  return isDone;
}

test("places whose holders give way: whoever else comes is served within 5 s, whatever up to 200 hold again and again", async () => {
  const served = fc.asyncProperty(flood, fc.integer({ min: 1, max: 1_000 }), (drawn, takesMs) => {
    const time = createTime();
    const semaphore = createFairSemaphore({ places: 64, ofKey: 8, timeoutMs: 0, clock: time.clock });
    return isServed(time, drawn, {
      flooding: (groups) => hold(time, [semaphore], groups, { ms: 2_000 }),
      right: (groups) => hold(time, [semaphore], groups, { ms: takesMs, isQuick: true }),
    });
  });
  await fc.assert(served, propertyRuns(30));
});

test("work that nobody ends, with a line: whoever else comes is done within 5 s, whatever up to 200 send again and again", async () => {
  const served = fc.asyncProperty(flood, fc.integer({ min: 50, max: 240 }), (drawn, takesMs) => {
    const time = createTime();
    const semaphore = createFairSemaphore({ places: 1, line: 20, longestMs: 10_000, clock: time.clock });
    async function work(groups: Groups): Promise<boolean> {
      const leave = await semaphore.enter({ groups }).catch(() => undefined);
      if (!leave) return false;
      await time.delay(takesMs);
      leave();
      return true;
    }
    return isServed(time, drawn, { flooding: work, right: work });
  });
  await fc.assert(served, propertyRuns(30));
});

test("few places that are kept for a minute: whoever else comes has one within 5 s, whatever up to 200 hold", async () => {
  const served = fc.asyncProperty(flood, (drawn) => {
    const time = createTime();
    const bounds = { places: 8, ofKey: 2, line: 16, timeoutMs: 1_000, longestMs: 10_000 };
    const semaphore = createFairSemaphore({ ...bounds, clock: time.clock });
    return isServed(time, drawn, {
      flooding: (groups) => hold(time, [semaphore], groups, { ms: 60_000 }),
      right: (groups) => hold(time, [semaphore], groups, { ms: 1_000, isQuick: true }),
    });
  });
  await fc.assert(served, propertyRuns(30));
});

/** Who begins to read is given two seconds, and who reads enough the time of the place, or beside who comes for the first time two as well. */
const [slowMs, pdfMs] = [2_000, 3_000];
const report = { firstMs: 2_000, keptMs: 20_000, isQuick: true };

test("places for PDFs: whoever else comes has one within 5 s, whatever up to 200 read, slowly or just enough", async () => {
  const served = fc.asyncProperty(readers, fc.constantFrom(slowMs, pdfMs), async (drawn, keptMs) => {
    const time = createTime();
    const bounds = { places: 64, ofGroup: 8, line: 64, timeoutMs: 1_000, longestMs: 10_000 };
    const semaphore = createFairSemaphore({ ...bounds, clock: time.clock });
    return isServed(time, drawn, {
      flooding: (groups) =>
        hold(time, [semaphore], groups, { ms: 60_000, keptMs, firstMs: slowMs, isQuick: keptMs > slowMs }),
      right: (groups) => hold(time, [semaphore], groups, { ms: 500, keptMs: pdfMs, firstMs: slowMs, isQuick: true }),
    });
  });
  await fc.assert(served, propertyRuns(15));
});

/** A place of the company in its environment, and then one of the process. */
function openReports(time: Time) {
  const { clock } = time;
  const ofOne = { ofGroup: 1, line: 64, timeoutMs: 1_000, history: createHistory(clock), clock };
  const ofTenants = createFairSemaphore({ ...ofOne, places: Number.POSITIVE_INFINITY, longestMs: 10_000 });
  const inProcess = createFairSemaphore({ ...ofOne, places: 3, longestMs: 25_000 });
  return (groups: Groups, holding: Holding) => hold(time, [ofTenants, inProcess], groups, holding);
}

test("places for reports: whoever else comes has one within 5 s, whatever up to 200 read, slowly or just enough", async () => {
  const served = fc.asyncProperty(readers, fc.boolean(), (drawn, isSlow) => {
    const time = createTime();
    const read = openReports(time);
    return isServed(time, drawn, {
      flooding: (groups) => read(groups, { ms: 600_000, ...(isSlow ? { keptMs: slowMs } : report) }),
      right: (groups) => read(groups, { ms: 500, ...report }),
    });
  });
  await fc.assert(served, propertyRuns(20));
});

test("a flood that would fill the places without the rule does fill them", async () => {
  const time = createTime();
  const semaphore = createFairSemaphore({ places: 64, clock: time.clock });
  const drawn: Flood = { kind: "addresses of no common prefix", count: 8, each: 8, againMs: 20, atMs: 3_000 };
  const parts = { right: (groups: Groups) => hold(time, [semaphore], groups, { ms: 100 }) };
  const flooding = (groups: Groups) => hold(time, [semaphore], groups, { ms: 60_000 });
  expect(await isServed(time, drawn, { ...parts, flooding })).toBe(false);
});
