import { setTimeout as delay } from "node:timers/promises";
import { drawTable } from "../../api/admin/table.js";
import { createRandom } from "../support/samples/random.js";
import { type Issued, sequenceOf } from "./client.js";
import { openLoop } from "./load.js";
import { type Bench, openBench, type Running } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { progressBar } from "./progress-bar.js";
import { readStages } from "./read-stages.js";
import { describeCircumstances, describeGoals, readCircumstances, rounded, writeReport } from "./report.js";
import { countTrips, tripsPerVoucher } from "./round-trips.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- overhead [--rate 5,20,50] [--seconds 20] [--rounds 3] [--sequences 3] [--seed 1]
  --rate       requests a second, sent at random moments without waiting for earlier answers
  --seconds    the time for each rate in each round
  --rounds     how often each rate is measured
  --sequences  the requests are spread over this many sequences at random
  --seed       of the random moments and sequences`;

/** The rate at which round trips are counted and stages measured. */
const usualRate = 20;

/** Measures the time that the service adds to the authority's own: the authority answers at once. */
export async function run(args: string[]): Promise<void> {
  const defaults = { rate: "5,20,50", seconds: "20", rounds: "3", sequences: "3", seed: "1" };
  const options = readOptions(args, usage, defaults);
  if (!options) return;
  const circumstances = readCircumstances(options.seed[0]);
  const random = createRandom(options.seed[0]);
  const onProgress = progressBar("overhead", options.rate.length * options.rounds[0] + 3);
  let done = 0;

  await using bench = await openBench(circumstances);
  const sequences = await bench.seed(1, options.sequences[0]);
  const load: Load = async ({ client }, perSecond, seconds = options.seconds[0]) => {
    const issued: Issued[] = [];
    const samplesMs = await openLoop(random, { perSecond, seconds }, async () => {
      issued.push(await client.issue(sequenceOf(sequences, random.integer(0, sequences.length - 1))));
    });
    return { issued, samplesMs };
  };

  const samples = new Map<number, number[]>();
  await using service = await bench.start({ issuers: 1 });
  onProgress(done++, "warming up");
  await warmUp(service, sequences);
  for (let round = 0; round < options.rounds[0]; round++) {
    for (const rate of options.rate) {
      onProgress(done++, `${rate} requests a second`);
      const { samplesMs } = await load(service, rate);
      samples.set(rate, [...(samples.get(rate) ?? []), ...samplesMs]);
    }
  }
  onProgress(done++, "round trips");
  const counted = await measureTrips(bench, service, load);
  await service[Symbol.asyncDispose]();

  onProgress(done++, "stages");
  await using traced = await bench.start({ issuers: 1, env: { LOG_LEVEL: "debug" } });
  await warmUp(traced, sequences);
  const { issued, samplesMs } = await load(traced, usualRate);
  const stages = readStages([traced.logFile("api"), traced.logFile("issuer")], issued);
  onProgress(done);

  const results = options.rate.map((rate) => ({ rate, ...describe(samples.get(rate) ?? []) }));
  const usual = results.find(({ rate }) => rate === usualRate);
  const goals = usual ? { "p50 of 15 ms at 20 requests/s": usual.p50Ms <= 15, "p99 of 50 ms": usual.p99Ms <= 50 } : {};
  const whileTraced = { rate: usualRate, ...describe(samplesMs) };
  console.log(`\n${describeCircumstances(circumstances)}\nPOST invoices, open loop, the authority at 0 ms\n`);
  console.log(drawTable(["requests/s", "requests", "p50 ms", "p99 ms", "max ms"], results.map(toRow), ""));
  console.log(
    `\nstages at ${usualRate} requests/s, logged at LOG_LEVEL=debug, where p50 is ${rounded(whileTraced.p50Ms)} ms\n`,
  );
  const stageRows = stages.map(({ stage, meanMs, p50Ms, p99Ms }) => [stage, ...[meanMs, p50Ms, p99Ms].map(rounded)]);
  console.log(drawTable(["stage", "mean ms", "p50 ms", "p99 ms"], stageRows, ""));
  const tripRows = Object.entries(counted.trips).map(([name, of]) => [name, rounded(of.postgres), rounded(of.redis)]);
  console.log(`\n${drawTable(["round trips per voucher", "PostgreSQL", "Redis"], tripRows, "")}`);
  console.log(`\n${describeGoals(goals)}`);
  console.log(
    `\n${writeReport("overhead", circumstances, { options, goals, results, whileTraced, stages, ...counted })}`,
  );
}

type Load = (
  service: Running,
  perSecond: number,
  seconds?: number,
) => Promise<{ issued: Issued[]; samplesMs: number[] }>;

const countedSeconds = 10;

async function measureTrips(bench: Bench, service: Running, load: Load) {
  const idle = await countTrips(bench, service, () => delay(countedSeconds * 1_000));
  let vouchers = 0;
  const busy = await countTrips(bench, service, async () => {
    vouchers = (await load(service, usualRate, countedSeconds)).issued.length;
  });
  return { trips: tripsPerVoucher(busy, idle, vouchers), vouchers, busy, idle };
}

const describe = (samples: number[]) => ({
  requests: samples.length,
  p50Ms: percentile(samples, 0.5),
  p99Ms: percentile(samples, 0.99),
  maxMs: Math.max(...samples),
});

const toRow = ({ rate, requests, p50Ms, p99Ms, maxMs }: ReturnType<typeof describe> & { rate: number }) => [
  rate,
  requests,
  ...[p50Ms, p99Ms, maxMs].map(rounded),
];
