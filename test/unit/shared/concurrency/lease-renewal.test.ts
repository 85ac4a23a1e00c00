import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepRenewed } from "../../../../shared/concurrency/lease-renewal.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a lease is renewed until it is stopped", async () => {
  const renew = vi.fn(async () => true);
  const lease = keepRenewed(1_000, renew, () => expect.unreachable());
  await vi.advanceTimersByTimeAsync(3_500);
  expect([renew.mock.calls.length, lease.isHeld()]).toEqual([3, true]);
  lease.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([renew.mock.calls.length, lease.isHeld()]).toEqual([3, true]);
});

test.each([
  ["refused", async () => false, undefined],
  ["failed", () => Promise.reject(new Error("away")), new Error("away")],
])("a renewal that is %s loses the lease, says so once, and is the last", async (_, renew, error) => {
  const [asked, lost] = [vi.fn(renew), vi.fn()];
  const lease = keepRenewed(1_000, asked, lost);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([asked.mock.calls.length, lost.mock.calls, lease.isHeld()]).toEqual([1, [[error]], false]);
});

test("of two renewals that fail late, the first alone says so", async () => {
  const ends: ((isRenewed: boolean) => void)[] = [];
  const lost = vi.fn();
  const lease = keepRenewed(1_000, () => new Promise((end) => void ends.push(end)), lost);
  await vi.advanceTimersByTimeAsync(2_000);
  for (const end of ends) end(false);
  await vi.advanceTimersByTimeAsync(0);
  expect([ends.length, lost.mock.calls.length, lease.isHeld()]).toEqual([2, 1, false]);
});
