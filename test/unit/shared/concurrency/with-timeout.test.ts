import { stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { withTimeout } from "../../../../shared/concurrency/with-timeout.js";

/** As a host does that has no time for the process. */
function standStill(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

test("an answer that is there already counts, however late this process gets to read it", async () => {
  const asked = withTimeout(20, stat("."));
  standStill(200);
  expect((await asked).isDirectory()).toBe(true);
});

test("an answer that does not come in time is given up, and a failure is the task's own", async () => {
  await expect(withTimeout(20, new Promise(() => undefined))).rejects.toThrow("no answer within 20 ms");
  await expect(withTimeout(20, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});
