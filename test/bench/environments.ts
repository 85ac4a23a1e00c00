import { drawTable } from "../../api/admin/table.js";
import { createRandom } from "../support/samples/random.js";
import { addUp, tell } from "./answers.js";
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
  --rate     production requests a second, sent at random moments without waiting for earlier answers
  --seconds  the length of a turn; a round has two, one with homologation quiet and one with its authority hanging
  --rounds   how often both turns are measured; the report shows the median
  --places   ISSUER_CONCURRENCY of the one issuer
  --hung     homologation sequences that wait for the hanging authority, one caller each
  --timeout  TAXAUTH_TIMEOUT_MS, in seconds; shorter than the usual 30, so that a turn includes timeouts and retries
  --seed     of the random moments`;

/** Production's requests are spread over this many points of sale. */
const pointsOfSale = 6;

const states = ["quiet", "hanging"] as const;

interface Turn {
  state: (typeof states)[number];
  /** Vouchers a second, until the last request was answered. */
  perSecond: number;
  requests: number;
  /** How many production requests got no voucher, by status. */
  refused: Record<string, number>;
  p50Ms: number;
  p90Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Processor time for each production voucher, by process. It includes the work for homologation. */
  cpuMs: Record<string, number>;
  /** Homologation's answers during the turn, by status. */
  homologation: Record<string, number>;
}

/** Measures production while homologation's authority accepts every call and answers none. */
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

  /** Both turns of a round send at the same moments to the same points of sale. */
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
    `${hung} homologation sequences; the median of ${rounds} alternating rounds; processor milliseconds for each voucher\n`,
  );
  console.log(toTable(results, ratio));
  console.log(`\nhomologation's answers meanwhile: ${tell(results[1]?.homologation ?? {}) || "none"}`);
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

/** The medians of the rounds; the answers are added up. */
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

/** The median of the rounds' ratios, hanging to quiet. */
function ratioOf(turns: Turn[], latency: Latency): number {
  const [quiet = [], hanging = []] = states.map((state) => turns.filter((turn) => turn.state === state));
  return median(hanging.map((turn, round) => turn[latency] / (quiet[round]?.[latency] ?? Number.NaN)));
}
