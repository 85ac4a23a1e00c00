import { expect, test } from "vitest";
import { backoffFrom, nextWaitMs } from "../../../mailer/backoff.js";

const backoff = backoffFrom(30_000);
const minuteMs = 60_000;

test.each([
  { attempts: 1, random: 0.5, wait: 30_000 },
  { attempts: 2, random: 0.5, wait: minuteMs },
  { attempts: 3, random: 0.5, wait: 2 * minuteMs },
  { attempts: 1, random: 0, wait: 22_500 },
  { attempts: 1, random: 1, wait: 37_500 },
  { attempts: 30, random: 0.5, wait: 60 * minuteMs },
  { attempts: 5_000, random: 0.5, wait: 60 * minuteMs },
])("after try $attempts the wait is $wait ms", ({ attempts, random, wait }) => {
  expect(nextWaitMs(backoff, { attempts, ageMs: 0, random })).toBe(wait);
});

test("a mail is retried for one day", () => {
  const dayMs = 24 * 60 * minuteMs;
  expect(nextWaitMs(backoff, { attempts: 30, ageMs: dayMs - 1, random: 0 })).toBeGreaterThan(0);
  expect(nextWaitMs(backoff, { attempts: 8, ageMs: dayMs, random: 0 })).toBeUndefined();
});

test("a mail that waited for days before its first try is still retried for an hour", () => {
  const tries = [1, 2, 3, 4, 5, 6, 7].map((attempts) =>
    nextWaitMs(backoff, { attempts, ageMs: 3 * 24 * 60 * minuteMs, random: 0.5 }),
  );
  expect(tries.reduce<number>((sum, wait) => sum + (wait ?? Number.NaN), 0)).toBeGreaterThan(60 * minuteMs);
});
