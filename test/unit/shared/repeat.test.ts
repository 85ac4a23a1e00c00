import { pino } from "pino";
import { expect, test } from "vitest";
import { repeat } from "../../../shared/repeat.js";
import { waitFor } from "../../../shared/sandbox/wait-for.js";

test("a failing task is retried and logged once, and logged again when it works", async () => {
  const lines: { level: number; msg: string; failures?: number }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  let runs = 0;
  const repeated = repeat(
    async () => {
      runs += 1;
      if (runs <= 3) throw new Error("away");
    },
    1,
    log,
    "the sweep",
  );
  await waitFor(() => runs >= 6, { message: "the task to have run" });
  await repeated.stop();
  const runsAtStop = runs;

  expect(lines.map(({ level, msg, failures }) => [level, msg, failures])).toEqual([
    [40, "the sweep failed; retrying", undefined],
    [30, "the sweep works again", 3],
  ]);
  expect(runs).toBe(runsAtStop);
});
