import { expect, test } from "vitest";
import { createFairSemaphore, type FairSemaphore, GaveWay } from "../../../../shared/concurrency/fair-semaphore.js";
import type { Groups } from "../../../../shared/concurrency/groups.js";
import { createTime, settle } from "./virtual-time.js";

/** Somebody who comes, and what became of them so far. They hold their place until they are told to leave, or to give way. */
async function come(semaphore: FairSemaphore, groups: Groups, standing = Number.POSITIVE_INFINITY) {
  const one = { is: "waiting", leave: (): void => undefined };
  const giveWay = () => {
    one.is = "gave way";
  };
  semaphore.enter({ groups, standing: () => standing, giveWay }).then(
    (leave) => Object.assign(one, { is: "holds", leave }),
    (error) => Object.assign(one, { is: error instanceof GaveWay ? "refused" : "failed" }),
  );
  await settle();
  return one;
}

async function comeAll(semaphore: FairSemaphore, all: [groups: Groups, standing?: number][]) {
  const came = [];
  for (const each of all) came.push(await come(semaphore, ...each));
  return came;
}

const states = (all: { is: string }[]) => all.map(({ is }) => is);
const refused = (all: { is: string }[]) => states(all).filter((is) => is === "refused").length;

test("when all places are taken, who does worst gives way to the newcomer", async () => {
  const semaphore = createFairSemaphore({ places: 3, timeoutMs: 0 });
  const all = await comeAll(semaphore, [
    [["a"], 2],
    [["b"], 1],
    [["c"], 3],
    [["d"], 0],
  ]);
  expect(states(all)).toEqual(["holds", "gave way", "holds", "holds"]);
});

test("the largest group gives way, and of it the key that has the most", async () => {
  const semaphore = createFairSemaphore({ places: 5, timeoutMs: 0 });
  const all = await comeAll(semaphore, [
    [["alone"], 0],
    [["wide", "one"], 1],
    [["wide", "two"], 9],
    [["wide", "two"], 8],
    [["wide", "three"], 1],
    [["newcomer"], 0],
  ]);
  expect(states(all)).toEqual(["holds", "holds", "holds", "gave way", "holds", "holds"]);
});

test("who has little does not give way for what somebody else of its group had", async () => {
  const semaphore = createFairSemaphore({ places: 2, timeoutMs: 0 });
  const all = await comeAll(semaphore, [
    [["w", "a"], 0],
    [["v", "c"], 1],
    [["u", "d"], 2],
    [["w", "a"], 0],
    [["v", "c"], 1],
    [["w", "b"], 9],
    [["v", "c"], 1],
    [["w", "a"], 0],
  ]);
  expect(states(all.slice(-3)), "b, who came once, and c and a again").toEqual(["holds", "gave way", "holds"]);
});

test("nobody gives way for the weight of a newcomer of its group, where nobody has as much as that one", async () => {
  const semaphore = createFairSemaphore({ places: 2, timeoutMs: 0 });
  const all = await comeAll(semaphore, [
    [["w", "a"], 0],
    [["v", "c"], 8],
    [["u", "d"], 1],
    [["w", "a"], 0],
    [["u", "d"], 5],
    [["w", "b"], 9],
    [["w", "a"], 0],
  ]);
  const [, c, , , , b, a] = all;
  expect([c?.is, b?.is, a?.is], "c and b came once; c does worse").toEqual(["gave way", "holds", "holds"]);
});

test("who keeps its place beside who comes again gives it to who has had nothing of late", async () => {
  const { clock, pass } = createTime();
  const semaphore = createFairSemaphore({ places: 1, timeoutMs: 0, clock });
  const became: string[] = [];
  const enter = (key: string) =>
    semaphore
      .enter({
        groups: [key],
        standing: (besideFirst) => (besideFirst ? 0 : Number.POSITIVE_INFINITY),
        giveWay: () => became.push(`${key} gave way`),
      })
      .then(
        () => became.push(`${key} holds`),
        () => became.push(`${key} is refused`),
      );
  for (const key of ["a", "b", "a", "c", "b"]) await enter(key);
  expect(became.splice(0)).toEqual([
    "a holds",
    "a gave way",
    "b holds",
    "a is refused",
    "b gave way",
    "c holds",
    "b is refused",
  ]);
  await pass(20_000);
  await enter("a");
  expect(became).toEqual(["c gave way", "a holds"]);
});

test("a key that has all that it may have gives way to itself, also where places are free", async () => {
  const semaphore = createFairSemaphore({ places: 9, ofKey: 2, timeoutMs: 0 });
  const all = await comeAll(semaphore, [
    [["a"], 1],
    [["a"], 2],
    [["b"], 0],
    [["a"], 3],
  ]);
  expect(states(all)).toEqual(["gave way", "holds", "holds", "holds"]);
});

test("who gave way leaves nothing: the place is the newcomer's alone", async () => {
  const semaphore = createFairSemaphore({ places: 1, timeoutMs: 0 });
  const first = await come(semaphore, ["a"], 1);
  const second = await come(semaphore, ["b"], 1);
  first.leave();
  await come(semaphore, ["c"], 5);
  expect(states([first, second])).toEqual(["gave way", "gave way"]);
});

test("without a line, and where nobody who holds can give way, there is no place", async () => {
  const semaphore = createFairSemaphore({ places: 1, timeoutMs: 0 });
  const [first, second] = [await come(semaphore, ["a"]), await come(semaphore, ["b"])];
  expect([first.is, second.is]).toEqual(["holds", "refused"]);
});

test("one waits for a place that is left, in turn by who had the least, and of equals who came last", async () => {
  const semaphore = createFairSemaphore({ places: 1, line: 9, longestMs: 60_000, clock: createTime().clock });
  const all = await comeAll(
    semaphore,
    ["flood", "flood", "flood", "quiet", "other"].map((key) => [[key]]),
  );
  const ran: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const at = all.findIndex((one) => one.is === "holds" && !ran.includes(all.indexOf(one)));
    ran.push(at);
    all[at]?.leave();
    await settle();
  }
  expect(ran).toEqual([0, 4, 3, 2, 1]);
});

test("in a full line one of the largest group gives way, and never who comes", async () => {
  const semaphore = createFairSemaphore({ places: 1, line: 4, longestMs: 60_000, clock: createTime().clock });
  const flood = await comeAll(semaphore, Array(5).fill([["flood"]]));
  const others = await comeAll(
    semaphore,
    ["quiet", "other", "third", "fourth"].map((key) => [[key]]),
  );
  expect([refused(flood), ...states(others)]).toEqual([4, ...Array(4).fill("waiting")]);
  const fifth = await come(semaphore, ["fifth"]);
  expect([fifth.is, refused(others)], "each had one").toEqual(["waiting", 1]);
});

test("who gave way of late comes as one of a larger group", async () => {
  const semaphore = createFairSemaphore({ places: 1, line: 1, longestMs: 60_000, clock: createTime().clock });
  await come(semaphore, ["first"]);
  const [flood, quiet] = [await come(semaphore, ["flood"]), await come(semaphore, ["quiet"])];
  const again = await come(semaphore, ["flood"]);
  const other = await come(semaphore, ["other"]);
  expect(states([flood, quiet, again, other])).toEqual(["refused", "refused", "refused", "waiting"]);
  const line = createFairSemaphore({ places: 1, line: 2, longestMs: 60_000, clock: createTime().clock });
  await comeAll(line, [[["first"]], [["flood"]], [["flood"]], [["flood"]], [["quiet"]]]);
  const [third, fourth] = [await come(line, ["third"]), await come(line, ["fourth"])];
  expect(third.is === "waiting" || fourth.is === "waiting").toBe(true);
});

test("who holds gives way after the newcomer has waited, and only once it can", async () => {
  const { clock, pass } = createTime();
  const semaphore = createFairSemaphore({ places: 1, line: 2, timeoutMs: 3_000, longestMs: 10_000, clock });
  let standing = Number.POSITIVE_INFINITY;
  let gaveWay = false;
  const giveWay = () => {
    gaveWay = true;
  };
  await semaphore.enter({ groups: ["a"], standing: () => standing, giveWay });
  const next = await come(semaphore, ["b"]);
  await pass(3_500);
  expect([gaveWay, next.is]).toEqual([false, "waiting"]);
  standing = 1;
  await pass(2_499);
  expect(gaveWay).toBe(false);
  await pass(1);
  expect([gaveWay, next.is]).toEqual([true, "holds"]);
});

test("nobody waits longer than one may, and then the place in line is free", async () => {
  const { clock, pass } = createTime();
  const semaphore = createFairSemaphore({ places: 1, line: 1, longestMs: 20, clock });
  const [first, late] = [await come(semaphore, ["a"]), await come(semaphore, ["b"])];
  await pass(20);
  const next = await come(semaphore, ["c"]);
  expect(states([first, late, next])).toEqual(["holds", "refused", "waiting"]);
  first.leave();
  await settle();
  expect(next.is).toBe("holds");
});

const ofGroups = { places: 9, ofGroup: 2, line: 9, timeoutMs: 1_000, longestMs: 10_000 };

test("the keys of a group share its places: the largest gives way to another, and one that has the most is refused", async () => {
  const { clock, pass } = createTime();
  const semaphore = createFairSemaphore({ ...ofGroups, clock });
  const held = await comeAll(semaphore, [
    [["company", "a"], 1],
    [["company", "a"], 2],
  ]);
  const [third, other] = [await come(semaphore, ["company", "a"], 9), await come(semaphore, ["company", "b"], 0)];
  const beside = await come(semaphore, ["another", "c"], 0);
  expect(states([third, other, beside]), "places are free, and not for the group").toEqual([
    ...["refused", "waiting", "holds"],
  ]);
  await pass(1_000);
  expect(states([...held, other])).toEqual(["gave way", "holds", "holds"]);
});

test("of a group so many wait, and who is next is not among those who give way to a further one", async () => {
  const semaphore = createFairSemaphore({ ...ofGroups, ofGroup: 1, clock: createTime().clock });
  await come(semaphore, ["company", "a"]);
  const flood = await comeAll(semaphore, [[["company", "f"]], [["company", "f"]]]);
  const right = await come(semaphore, ["company", "b"]);
  const more = await comeAll(semaphore, Array(5).fill([["company", "f"]]));
  expect(right.is).toBe("waiting");
  expect(refused([...flood, ...more])).toBe(6);
});

test("whose turn it is has the place for which another waited long enough", async () => {
  const { clock, pass } = createTime();
  const semaphore = createFairSemaphore({ places: 1, line: 9, timeoutMs: 1_000, longestMs: 10_000, clock });
  const first = await come(semaphore, ["a"], 1);
  const early = await come(semaphore, ["early"], 2);
  await pass(900);
  const late = await come(semaphore, ["late"], 3);
  await pass(100);
  expect(states([first, early, late])).toEqual(["gave way", "waiting", "holds"]);
});

test("who goes away while waiting leaves the line, and is not begun", async () => {
  const semaphore = createFairSemaphore({ places: 1, line: 9, longestMs: 10_000, clock: createTime().clock });
  const first = await come(semaphore, ["a"]);
  const gone = new AbortController();
  const waits = semaphore.enter({ groups: ["b"], gone: gone.signal });
  gone.abort();
  await expect(waits).rejects.toThrow(GaveWay);
  await expect(semaphore.enter({ groups: ["b"], gone: gone.signal })).rejects.toThrow(GaveWay);
  first.leave();
  expect((await come(semaphore, ["c"])).is).toBe("holds");
});
