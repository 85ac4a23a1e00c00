import { drawTable } from "../../api/admin/table.js";
import { sequenceOf } from "./client.js";
import { median } from "./issue-rate.js";
import { openBench } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, readCircumstances, writeReport } from "./report.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- batch [--requests 200] [--batch 1,10,50,250] [--latency 300] [--rounds 2]
  --requests  requests that are sent at once to one sequence
  --batch     the values of ISSUE_BATCH_MAX to compare
  --latency   the latency of every call to the authority, in milliseconds
  --rounds    how often each value is measured; the report shows the median`;

interface Turn {
  batchMax: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  calls: number;
}

/** Measures many requests that wait for one sequence, by the number of vouchers in one call to the authority. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, usage, { requests: "200", batch: "1,10,50,250", latency: "300", rounds: "2" });
  if (!options) return;
  const [requests, latencyMs, rounds] = [options.requests[0], options.latency[0], options.rounds[0]];
  const circumstances = readCircumstances();
  const turns: Turn[] = [];
  const onProgress = progressBar("batch", options.batch.length * rounds);

  await using bench = await openBench(circumstances);
  const sequences = await bench.seed(1, 1);
  for (let round = 0; round < rounds; round++) {
    for (const batchMax of options.batch) {
      onProgress(turns.length, `at most ${batchMax} in a call`);
      // No request may time out: the benchmark measures how long the last one waits.
      const env = { ISSUE_BATCH_MAX: `${batchMax}`, LOCK_WAIT_MS: "600000", REQUEST_TIMEOUT_MS: "900000" };
      await using service = await bench.start({ issuers: 1, env });
      await bench.authority.control.set({ latencyMs: 0 });
      const issue = () => service.client.issue(sequenceOf(sequences, 0));
      await warmUp(service, sequences);
      await bench.authority.control.set({ latencyMs });

      const callsBefore = await bench.authority.control.calls("FECAESolicitar");
      const startedAtMs = performance.now();
      const issued = await Promise.all(Array.from({ length: requests }, issue));
      const samplesMs = issued.map(({ sentAtMs, answeredAtMs }) => answeredAtMs - sentAtMs);
      const seconds = (performance.now() - startedAtMs) / 1_000;
      const calls = (await bench.authority.control.calls("FECAESolicitar")) - callsBefore;
      const [p50Ms, p99Ms] = [percentile(samplesMs, 0.5), percentile(samplesMs, 0.99)];
      turns.push({ batchMax, perSecond: requests / seconds, p50Ms, p99Ms, calls });
    }
  }
  onProgress(turns.length);

  const results = options.batch.map((batchMax) => {
    const middle = (of: (turn: Turn) => number) =>
      Number(median(turns.filter((turn) => turn.batchMax === batchMax).map(of)).toFixed(2));
    const perSecond = middle((turn) => turn.perSecond);
    return {
      batchMax,
      perSecond,
      overOneByOne:
        perSecond / median(turns.filter((turn) => turn.batchMax === options.batch[0]).map((turn) => turn.perSecond)),
      p50Ms: middle((turn) => turn.p50Ms),
      p99Ms: middle((turn) => turn.p99Ms),
      callsPerVoucher: middle((turn) => turn.calls / requests),
    };
  });
  console.log(`\n${describeCircumstances(circumstances)}`);
  console.log(
    `${requests} requests at once on one sequence, the authority at ${latencyMs} ms; the median of ${rounds} rounds\n`,
  );
  const rows = results.map(({ batchMax, perSecond, overOneByOne, p50Ms, p99Ms, callsPerVoucher }) => [
    batchMax,
    Number(perSecond.toFixed(1)),
    `${overOneByOne.toFixed(1)}x`,
    Number(p50Ms.toFixed(0)),
    Number(p99Ms.toFixed(0)),
    callsPerVoucher.toFixed(2),
  ]);
  console.log(
    drawTable(
      ["ISSUE_BATCH_MAX", "vouchers/s", "against the first", "p50 ms", "p99 ms", "calls per voucher"],
      rows,
      "",
    ),
  );
  console.log(`\n${writeReport("batch", circumstances, { options, results, turns })}`);
}
