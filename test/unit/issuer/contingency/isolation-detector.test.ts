import { expect, test } from "vitest";
import {
  createIsolationDetector,
  deferToOthers,
  neverIsolated,
} from "../../../../issuer/contingency/isolation-detector.js";
import type { Reachability } from "../../../../shared/db/issuing/issuer-hearings.js";
import { BusyError } from "../../../../shared/queues/errors.js";

const key = { companyId: 1, production: true, posNumber: 1, voucherType: 6 };
const ofOther = { ...key, companyId: 2 };
const answered: Reachability = { production: true, answeredAgoMs: 500, failingAgoMs: null, about: key };

/** One issuer, and what the others hear. */
function open() {
  const clock = { nowMs: 100_000 };
  const others: Reachability[] = [];
  const written: Reachability[][] = [];
  const asked: number[] = [];
  const turns: boolean[] = [];
  let end: () => void = () => undefined;
  const cutOff = createIsolationDetector({
    async exchange(own) {
      written.push(own);
      return others;
    },
    async ask({ companyId }) {
      asked.push(companyId);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    },
    monotonicMs: () => clock.nowMs,
    turned: (_production, isIsolated) => turns.push(isIsolated),
  });
  const call = (heard: "answer" | "nothing" | "failure", about = key, startedAtMs = clock.nowMs) =>
    cutOff.listener(about, { heard, startedAtMs, kind: "question", issues: false, cause: null, access: null });
  return {
    ...{ clock, others, written, asked, turns, cutOff, call },
    /** A question of its own is over. */
    async asksNoMore() {
      end();
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    },
    async round(afterMs = 1_000) {
      clock.nowMs += afterMs;
      await cutOff.round();
      return cutOff.isIsolated(true);
    },
  };
}

test("an issuer whose own calls all fail while others' are answered is cut off, until its first answer", async () => {
  const { others, call, round, turns, cutOff } = open();
  others.push(answered);
  call("nothing");
  expect(await round(), "one call may fail by chance").toBe(false);
  call("failure");
  expect(await round()).toBe(true);
  expect(cutOff.isIsolated(false), "of the other environment nothing is known").toBe(false);
  call("answer");
  expect(cutOff.isIsolated(true)).toBe(false);
  expect(turns).toEqual([true, false]);
});

test("with one issuer, or in an outage, nobody is cut off", async () => {
  const { others, call, round } = open();
  call("nothing");
  call("nothing", ofOther);
  expect(await round(30_000)).toBe(false);
  others.push({ ...answered, answeredAgoMs: 60_000, failingAgoMs: 50_000 });
  expect(await round()).toBe(false);
});

test("an answer to others from before the silence says nothing, and an old one not for long", async () => {
  const { others, call, round } = open();
  others.push({ ...answered, answeredAgoMs: 5_000 });
  call("nothing");
  call("nothing", ofOther);
  expect(await round(), "they may be silent since, too").toBe(false);
  expect(await round(6_000)).toBe(true);
  others[0] = { ...answered, answeredAgoMs: 13_000 };
  expect(await round(20_000)).toBe(false);
});

test("a silence about one company alone cuts nobody off", async () => {
  const { others, call, round, asked } = open();
  others.push({ ...answered, about: ofOther });
  call("nothing");
  call("nothing", key, 100_001);
  expect(await round()).toBe(false);
  expect(asked, "so it asks what the others were told").toEqual([ofOther.companyId]);
  call("nothing", ofOther);
  expect(await round()).toBe(true);
});

test("once cut off it stays so while others are answered about whomever", async () => {
  const { others, call, round, turns } = open();
  others.push(answered);
  call("nothing");
  call("nothing");
  expect(await round()).toBe(true);
  others[0] = { ...answered, about: ofOther };
  expect(await round()).toBe(true);
  expect(turns).toEqual([true]);
});

test("a call that began before the last answer says nothing", async () => {
  const { clock, others, call, round, cutOff } = open();
  others.push(answered);
  clock.nowMs += 10_000;
  call("answer");
  call("nothing", key, 101_000);
  call("nothing", ofOther, 102_000);
  expect(await round()).toBe(false);
  expect(cutOff.isFailing(true)).toBe(false);
});

test("while calls of any issuer fail, each asks for itself now and then: one question at a time", async () => {
  const { clock, others, call, round, asked, asksNoMore } = open();
  others.push(answered);
  call("answer");
  await round(6_000);
  expect(asked, "all is well").toEqual([]);
  others[0] = { ...answered, failingAgoMs: 2_000 };
  await round();
  expect(asked).toEqual([1]);
  await round(20_000);
  expect(asked, "it is still being asked").toEqual([1]);
  await asksNoMore();
  await round();
  expect(asked).toEqual([1, 1]);
  await asksNoMore();
  clock.nowMs += 1_000;
  call("answer");
  await round();
  expect(asked, "a caller's answer is enough").toEqual([1, 1]);
});

test("alone it asks nothing", async () => {
  const { call, round, asked } = open();
  call("nothing");
  await round(6_000);
  expect(asked).toEqual([]);
});

test("while all is well, little is written; while something fails, each second", async () => {
  const { others, written, call, round } = open();
  for (let second = 0; second < 8; second++) await round();
  expect(written.filter((own) => own.length > 0)).toHaveLength(2);
  call("nothing");
  others.push({ ...answered, failingAgoMs: 1_000 });
  written.length = 0;
  for (let second = 0; second < 4; second++) await round();
  expect(written.map((own) => own.some(({ production }) => production))).toEqual([true, true, true, true]);
  expect(written.at(-1)).toMatchObject([
    { production: true, answeredAgoMs: null, failingAgoMs: 12_000 - 8_000, about: key },
  ]);
});

test("jobs are left to the others after a moment, and later each time", () => {
  const waits = [1, 2, 9].map((attempt) => {
    try {
      deferToOthers({ ...neverIsolated, isIsolated: () => true }, key, attempt);
    } catch (error) {
      return error instanceof BusyError && error.waitMs;
    }
    return undefined;
  });
  expect(waits).toEqual([100, 200, 1_000]);
  expect(() => deferToOthers(neverIsolated, key, 1)).not.toThrow();
});
