import { drawTable } from "../../api/admin/table.js";
import { waitFor } from "../sandbox/wait-for.js";
import { invoiceB } from "../support/samples/invoice.js";
import { createRandom } from "../support/samples/random.js";
import { type Sequence, sequenceOf } from "./client.js";
import { openLoop } from "./load.js";
import { openBench, type Running } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, readCircumstances, rounded, writeReport } from "./report.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- batches [--vouchers 1000] [--rounds 5] [--latency 300] [--rate 1]
  --vouchers  in one batch, all of one sequence
  --rounds    how many batches, one after the other; before each, callers issue alone for as long
  --latency   the latency of every call to the authority, in milliseconds
  --rate      requests a second of callers who wait, on the batch's sequence and on another one of the company`;

/** The answers to callers, in milliseconds, beside a batch or alone. */
interface Latencies {
  sameMs: number[];
  otherMs: number[];
}

/** Measures a batch of one sequence, and what callers notice who issue beside it on that sequence and on another one. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, usage, { vouchers: "1000", rounds: "5", latency: "300", rate: "1" });
  if (!options) return;
  const [vouchers, rounds, latencyMs, rate] = [
    options.vouchers[0],
    options.rounds[0],
    options.latency[0],
    options.rate[0],
  ];
  const circumstances = readCircumstances();
  const onProgress = progressBar("batches", rounds * 2);

  await using bench = await openBench(circumstances);
  const sequences = await bench.seed(1, 2);
  const [same, other] = [sequenceOf(sequences, 0), sequenceOf(sequences, 1)];
  await using service = await bench.start({ issuers: 1, env: { LOCK_WAIT_MS: "60000" } });
  onProgress(0, "warming up");
  await warmUp(service, sequences);
  await runBatch(service, same, 200);
  await bench.authority.control.set({ latencyMs });

  const alone: Latencies = { sameMs: [], otherMs: [] };
  const beside: Latencies = { sameMs: [], otherMs: [] };
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const call = (into: Latencies, duringSeconds: number) =>
      callBoth(service, { same, other, rate, round }, into, duringSeconds);
    onProgress(round * 2, "callers alone");
    await call(alone, 8);
    onProgress(round * 2 + 1, `a batch of ${vouchers}`);
    // The callers go on for a while: they are cut off by the time, not by the batch.
    const [took] = await Promise.all([
      runBatch(service, same, vouchers),
      call(beside, (vouchers / 50) * (latencyMs / 1_000)),
    ]);
    seconds.push(took);
  }
  onProgress(rounds * 2);

  const twoCallsMs = 2 * latencyMs;
  const overheadMs = percentile(alone.sameMs, 0.99) - latencyMs;
  const p99Ms = percentile(beside.sameMs, 0.99);
  const slowest = Math.max(...seconds);
  const goals = {
    [`${vouchers} vouchers of one sequence in under 40 s (${slowest.toFixed(1)} s)`]: slowest < 40,
    [`a caller of that sequence is answered within two calls and the overhead of one alone (p99 ${Math.round(p99Ms)} ms, ${twoCallsMs} + ${Math.round(overheadMs)})`]:
      p99Ms <= twoCallsMs + overheadMs,
  };
  const row = (name: string, sample: number[]) => [
    name,
    sample.length,
    ...[0.5, 0.9, 0.99].map((share) => rounded(percentile(sample, share))),
  ];
  console.log(`\n${describeCircumstances(circumstances)}`);
  console.log(`batches of ${vouchers} at ${latencyMs} ms: ${seconds.map((one) => one.toFixed(1)).join(", ")} s\n`);
  console.log(
    drawTable(
      ["callers", "answers", "p50 ms", "p90 ms", "p99 ms"],
      [
        row("its sequence, alone", alone.sameMs),
        row("its sequence, beside a batch", beside.sameMs),
        row("another sequence, alone", alone.otherMs),
        row("another sequence, beside a batch", beside.otherMs),
      ],
      "",
    ),
  );
  console.log(`\n${describeGoals(goals)}`);
  console.log(`\n${writeReport("batches", circumstances, { options, goals, seconds, alone, beside })}`);
}

interface Callers {
  same: Sequence;
  other: Sequence;
  rate: number;
  round: number;
}

async function callBoth(
  { client }: Running,
  { same, other, rate, round }: Callers,
  into: Latencies,
  seconds: number,
): Promise<void> {
  const load = { perSecond: rate, seconds };
  const [sameMs, otherMs] = await Promise.all([
    openLoop(createRandom(round), load, () => client.issue(same)),
    openLoop(createRandom(1_000 + round), load, () => client.issue(other)),
  ]);
  into.sameMs.push(...sameMs);
  into.otherMs.push(...otherMs);
}

/** Sends a batch and waits until it is over. Gives the seconds, from sending it to its last voucher. */
async function runBatch({ origin }: Running, { company, key, posNumber }: Sequence, vouchers: number): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const startedAtMs = Date.now();
  const sent = await fetch(`${origin}/api/${company}/batches`, {
    method: "POST",
    headers,
    body: JSON.stringify({ invoices: Array.from({ length: vouchers }, () => invoiceB({ posNumber })) }),
  });
  if (sent.status !== 202) throw new Error(`a batch was answered ${sent.status}: ${await sent.text()}`);
  const { result } = (await sent.json()) as { result: { id: number } };
  const look = async () => {
    const response = await fetch(`${origin}/api/${company}/batches/${result.id}`, { headers });
    return ((await response.json()) as { result: { state: string; issued: number; finished: string | null } }).result;
  };
  await waitFor(async () => (await look()).state !== "running", {
    message: "the batch to be over",
    timeoutMs: 120_000,
    intervalMs: 200,
  });
  const { issued, finished } = await look();
  if (issued !== vouchers) throw new Error(`${issued} of ${vouchers} vouchers were issued`);
  return (Date.parse(finished ?? "") - startedAtMs) / 1_000;
}
