import fc from "fast-check";
import { expect, test } from "vitest";
import { pauseMs, readRetryAfter } from "../../../../api/client/src/retry.js";

test("a pause is drawn from none to twice the one before, and never ends before Retry-After", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 100_000 }), (attempts, retryAfterMs) => {
      const waitMs = pauseMs(attempts, retryAfterMs);
      expect(waitMs).toBeGreaterThanOrEqual(retryAfterMs);
      expect(waitMs).toBeLessThanOrEqual(retryAfterMs + Math.min(30_000, 500 * 2 ** (attempts - 1)));
    }),
  );
});

test.each([
  [null, undefined],
  ["5", 5_000],
  ["0", 0],
  ["-1", 0],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["soon", undefined],
])("Retry-After %s is %s ms", (header, milliseconds) => {
  expect(readRetryAfter(header)).toBe(milliseconds);
});
