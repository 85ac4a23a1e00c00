import { drawTable } from "../../api/admin/table.js";
import { createRandom } from "../support/samples/random.js";
import { sequenceOf } from "./client.js";
import { cpuPerVoucher, readCpuMs } from "./cpu-time.js";
import { count, hangHomologation } from "./hang-homologation.js";
import { median } from "./issue-rate.js";
import { openLoop } from "./load.js";
import { openBench } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, readCircumstances, rounded, writeReport } from "./report.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- environments [--rate 30] [--seconds 10] [--rounds 3] [--places 20] [--hung 60] [--timeout 3] [--seed 1]
  --rate     production's requests a second, sent at random moments whether or not earlier ones were answered
  --seconds  for each turn; a round is two, one with homologation quiet and one with its authority hanging
  --places   ISSUER_CONCURRENCY of the one issuer
  --hung     homologation's sequences that wait for the authority, a caller each
  --timeout  TAXAUTH_TIMEOUT_MS, in seconds: less than the usual 30, so that a turn sees calls given up, doubts and repeats`;

/** Over which production's requests are spread. */
const pointsOfSale = 6;

const states = ["quiet", "hanging"] as const;

interface Turn {
  state: (typeof states)[number];
  /** Vouchers, until the last request was answered. */
  perSecond: number;
  requests: number;
  /** Production's requests that were answered without a voucher, by status. */
  refused: Record<string, number>;
  p50Ms: number;
  p90Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Processor time for each of production's vouchers, by process: what homologation costs meanwhile is in it. */
  cpuMs: Record<string, number>;
  /** What homologation was answered meanwhile, by status. */
  homologation: Record<string, number>;
}

/** What production notices of it when the other environment's authority takes every call and answers none. */
export async function run(args: string[]): Promise<void> {
  const defaults = { rate: "30", seconds: "10", rounds: "3", places: "20", hung: "60", timeout: "3", seed: "1" };
  const options = readOptions(args, usage, defaults);
  if (!options) return;
  const [perSecond, seconds, rounds] = [options.rate[0], options.seconds[0], options.rounds[0]];
  const [places, hung, timeoutMs] = [options.places[0], options.hung[0], options.timeout[0] * 1_000];
  const circumstances = readCircumstances(options.seed[0]);
  const onProgress = progressBar("environments", rounds * states.length);

  await using bench = await openBench(circumstances);
  const seeded = await bench.seed(1, Math.max(hung, pointsOfSale));
  const production = seeded.slice(0, pointsOfSale).map((one) => ({ ...one, key: one.productionKey }));
  const homologation = seeded.slice(0, hung);
  const env = { ISSUER_CONCURRENCY: `${places}`, TAXAUTH_TIMEOUT_MS: `${timeoutMs}` };
  await using service = await bench.start({ issuers: 1, env });
  const { client } = service;
  onProgress(0, "warming up");
  await warmUp(service, production);
  await Promise.all(homologation.map((sequence) => client.issue(sequence)));

  /** Both turns of a round send at the same moments, to the same points of sale. */
  const measure = async (round: number) => {
    const random = createRandom(options.seed[0], round + 1);
    const answers = new Map<string, number>();
    const [startedAtMs, before] = [performance.now(), readCpuMs(service.pids)];
    const samplesMs = await openLoop(random, { perSecond, seconds }, async () => {
      count(answers, (await client.ask(sequenceOf(production, random.integer(0, pointsOfSale - 1)))).status);
    });
    const took = (performance.now() - startedAtMs) / 1_000;
    const { 201: issued = 0, ...refused } = Object.fromEntries(answers);
    const cpuMs = cpuPerVoucher(before, readCpuMs(service.pids), issued);
    return { perSecond: issued / took, requests: samplesMs.length, refused, ...latenciesOf(samplesMs), cpuMs };
  };
  const turns: Turn[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const state of round % 2 === 0 ? states : states.toReversed()) {
      onProgress(turns.length, `homologation ${state}`);
      await using hanging =
        state === "hanging" ? await hangHomologation(bench.authority, client, homologation, places) : undefined;
      turns.push({ state, ...(await measure(round)), homologation: hanging?.answers() ?? {} });
    }
  }
  onProgress(turns.length);

  const results = states.map((state) => summarise(turns.filter((turn) => turn.state === state)));
  const ratio = { p50: ratioOf(turns, "p50Ms"), p90: ratioOf(turns, "p90Ms"), p99: ratioOf(turns, "p99Ms") };
  console.log(`\n${describeCircumstances(circumstances)}`);
  console.log(
    `POST invoices in production at ${perSecond} requests/s over ${pointsOfSale} points of sale, open loop, one issuer of ${places} places;`,
  );
  console.log(
    `${hung} homologation sequences; the middle of ${rounds} rounds by turns; processor milliseconds for each voucher\n`,
  );
  console.log(toTable(results, ratio));
  console.log(`\nhomologation's callers were answered meanwhile: ${tell(results[1]?.homologation ?? {}) || "nothing"}`);
  console.log(`\n${writeReport("environments", circumstances, { options, results, ratio, turns })}`);
}

const latenciesOf = (samplesMs: number[]) => ({
  p50Ms: percentile(samplesMs, 0.5),
  p90Ms: percentile(samplesMs, 0.9),
  p99Ms: percentile(samplesMs, 0.99),
  maxMs: Math.max(...samplesMs),
});

function toTable(results: ReturnType<typeof summarise>[], ratio: Record<string, number>): string {
  const headings = ["homologation", "vouchers/s", "p50 ms", "p90 ms", "p99 ms", "max ms", "cpu ms", "no voucher"];
  const rows = results.map(({ state, perSecond, p50Ms, p90Ms, p99Ms, maxMs, cpuMs, refused }) => [
    state,
    ...[perSecond, p50Ms, p90Ms, p99Ms, maxMs, cpuMs].map((value) =>
      Number.isFinite(value) ? `${rounded(value)}` : "",
    ),
    tell(refused),
  ]);
  const ratios = ["hanging / quiet", "", ...Object.values(ratio).map((of) => `${of.toFixed(2)}x`)];
  return drawTable(headings, [...rows, ratios], "");
}

type Latency = keyof ReturnType<typeof latenciesOf>;

/** The middle of the rounds; what was answered is added up. */
function summarise(turns: Turn[]) {
  const middle = (of: "perSecond" | Latency) => median(turns.map((turn) => turn[of]));
  return {
    state: turns[0]?.state,
    perSecond: middle("perSecond"),
    p50Ms: middle("p50Ms"),
    p90Ms: middle("p90Ms"),
    p99Ms: middle("p99Ms"),
    maxMs: middle("maxMs"),
    cpuMs: median(turns.map(({ cpuMs }) => Object.values(cpuMs).reduce((sum, ms) => sum + ms))),
    refused: addUp(turns.map(({ refused }) => refused)),
    homologation: addUp(turns.map(({ homologation }) => homologation)),
  };
}

/** The middle of the rounds' ratios, hanging to quiet. */
function ratioOf(turns: Turn[], latency: Latency): number {
  const [quiet = [], hanging = []] = states.map((state) => turns.filter((turn) => turn.state === state));
  return median(hanging.map((turn, round) => turn[latency] / (quiet[round]?.[latency] ?? Number.NaN)));
}

function addUp(answers: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [status, times] of answers.flatMap((one) => Object.entries(one))) sum[status] = (sum[status] ?? 0) + times;
  return sum;
}

/** "12 x 429, 3 x 504"; empty when there is none. */
const tell = (answers: Record<string, number>) =>
  Object.entries(answers)
    .map(([status, times]) => `${times} x ${status}`)
    .join(", ");
