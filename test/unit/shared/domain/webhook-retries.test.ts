import { expect, test } from "vitest";
import { maxWebhookTries, webhookWaitMs } from "../../../../shared/domain/webhook-retries.js";

const tries = Array.from({ length: maxWebhookTries }, (_, at) => at + 1);
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

test("the waits are those of the specification, and the tenth failure is the last", () => {
  expect(tries.map((one) => webhookWaitMs(one, 5_000, 0))).toEqual([
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
    undefined,
  ]);
});

test("the setting scales all waits in proportion", () => {
  expect(tries.slice(0, 4).map((one) => webhookWaitMs(one, 50, 0))).toEqual([50, 3_000, 18_000, 72_000]);
});

test("a wait is up to a fifth longer, and never shorter", () => {
  expect([0, 0.5, 1].map((random) => webhookWaitMs(1, 5_000, random))).toEqual([5_000, 5_500, 6_000]);
});
