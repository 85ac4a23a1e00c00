import { describe, expect, test } from "vitest";
import { type Mode, modes } from "../../chaos/simulation/circumstances.js";
import { describeViolation } from "../../chaos/simulation/report.js";
import { simulate } from "../../chaos/simulation/simulate.js";

/** Ways that must have been walked, or the simulation shows nothing. */
const ways: Record<string, RegExp> = {
  "a crash": /killed/,
  "a worker that stands still": /stands still/,
  "a voucher adopted after a look-up": /consults \d+: found\n.*approves/,
  "a re-send": /asks for the last number: \d+\n.*sends/,
  "another number after a foreign voucher": /renumbers/,
  "a refusal kept until it is quiet": /keeps a refusal/,
  "a kept refusal that settles": /keeps a refusal[\s\S]*asks for the last number: \d+\n.*settles/,
  "several numbers in one request": /sends #\S+ at \d+, #/,
  "an answer that grants some of them": /reads .*: (approved, )+(rejected|refused|stale)/,
  "numbers put back in line": /puts back in line/,
  "several left by a crash, settled one by one": /sends #\S+ at \d+, #[\s\S]*killed[\s\S]*consults \d+/,
  "an unconfirmed outcome": /notes "unconfirmed"/,
  "a line closed": /closes the line/,
  "a cancel at the deadline": /cancels/,
  "a ticket replaced": /: ticket\n.*sends/,
  "a commit whose answer was lost": /failed after its commit/,
  "a voucher recorded and the next numbered in one commit": /and in the same commit: submitted\n/,
  "an issuance armed again": /records sale-\d+ as #\d+\.2 /,
  "a replay": /is told 200/,
  "a quota used up": /SUBSCRIPTION_QUOTA_EXCEEDED/,
};

describe("the issuing code keeps the invariants of issuer/README.md, section 9, under every fault", () => {
  test.each([0, 500, 1_000, 1_500])(
    "seeds from %i",
    async (from) => {
      for (let seed = from; seed < from + 500; seed++) {
        for (const mode of modes) {
          const run = await simulate(seed, mode);
          if (run.violation) expect.fail(describeViolation(run));
        }
      }
    },
    180_000,
  );
});

test("a seed gives the same run to the last line, and another seed another one", async () => {
  const linesOf = async (seed: number, mode: Mode) => (await simulate(seed, mode)).lines.join("\n");
  for (const mode of modes) {
    for (const seed of [1, 2, 3]) expect(await linesOf(seed, mode)).toBe(await linesOf(seed, mode));
    expect(await linesOf(1, mode)).not.toBe(await linesOf(2, mode));
  }
});

test("the runs walk every way that a fault can open", async () => {
  const missing = new Set(Object.keys(ways));
  for (let seed = 0; seed < 500 && missing.size > 0; seed++) {
    const story = (await simulate(seed, "safety")).lines.join("\n");
    for (const way of missing) if (ways[way]?.test(story)) missing.delete(way);
  }
  expect([...missing]).toEqual([]);
}, 120_000);
