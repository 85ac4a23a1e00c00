import { pino } from "pino";
import { expect, test } from "vitest";
import { runPeriodically } from "../../../../shared/concurrency/run-periodically.js";
import { waitFor } from "../../../sandbox/wait-for.js";

test("a failing task is retried and logged once, and logged again when it works", async () => {
  const lines: { level: number; msg: string; failures?: number }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  let runs = 0;
  const repeated = runPeriodically(
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

test("a task begins after its pause, or at once", async () => {
  const day = 86_400_000;
  const runs = { later: 0, now: 0 };
  const counting = (name: keyof typeof runs) => async () => {
    runs[name] += 1;
  };
  const both = [
    runPeriodically(counting("later"), day, pino({ level: "silent" }), "the later one"),
    runPeriodically(counting("now"), day, pino({ level: "silent" }), "the one at once", { atOnce: true }),
  ];
  await waitFor(() => runs.now > 0, { message: "the task that begins at once" });
  await Promise.all(both.map((one) => one.stop()));
  expect(runs).toEqual({ later: 0, now: 1 });
});
