import { setTimeout as delay } from "node:timers/promises";
import { drawTable } from "../../api/admin/table.js";
import { createRandom } from "../support/samples/random.js";
import type { Answers } from "./answers.js";
import { sequenceOf } from "./client.js";
import { openClosers } from "./closers.js";
import { readCpuMs } from "./cpu-time.js";
import { openLoop } from "./load.js";
import { openBench, type Running, type SeededSequence } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { readFamilies } from "./process-memory.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, readCircumstances, rounded, writeReport } from "./report.js";
import { type Strangers, startStrangers } from "./start-strangers.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- strangers [--strangers 200] [--rate 3] [--seconds 20] [--rounds 4] [--latency 300] [--seed 1]
  --strangers  connections of whoever has no key and no session; half of them send bodies of 9 MB whole, half of them half
  --rate       a company's vouchers a second, sent at random moments without waiting for earlier answers
  --seconds    the length of a turn; a round has two, one with the company alone and one beside the strangers
  --rounds     how often both turns are measured
  --latency    the latency of every call to the authority, in milliseconds
  --seed       of the random moments`;

const points = 6;
const states = ["alone", "beside"] as const;

interface Turn {
  state: (typeof states)[number];
  samplesMs: number[];
  notIssued: number;
  answers: Answers;
  /** The most that the API's process had in this turn, in megabytes. */
  mostMb: number;
  cores: Record<string, number>;
}

/** Measures a company that issues at a steady rate, alone and while strangers send what they can to the same process. */
export async function run(args: string[]): Promise<void> {
  const defaults = { strangers: "200", rate: "3", seconds: "20", rounds: "4", latency: "300", seed: "1" };
  const options = readOptions(args, usage, defaults);
  if (!options) return;
  const circumstances = readCircumstances(options.seed[0]);
  const rounds = options.rounds[0];
  const onProgress = progressBar("strangers", rounds * 2);

  await using bench = await openBench(circumstances);
  await using opened = openClosers();
  const strangers = opened.add(await startStrangers(), (one) => one.stop());
  const sequences = await bench.seed(1, points);
  // Pages and API in one process, as with npm start: apart, as with compose.yaml, there is less to fear.
  await using service = await bench.start({ issuers: 1, env: { TRUST_PROXY: "1" } });
  onProgress(0, "warming up");
  await warmUp(service, sequences);
  await bench.authority.control.set({ latencyMs: options.latency[0] });

  const turns: Turn[] = [];
  for (let round = 0; round < rounds; round++)
    for (const state of round % 2 === 0 ? states : states.toReversed()) {
      onProgress(turns.length, state);
      const load = { perSecond: options.rate[0], seconds: options.seconds[0] };
      const random = createRandom(options.seed[0], round);
      const setting = { service, sequences, strangers, count: options.strangers[0] };
      turns.push(await measureTurn(setting, state, random, load));
    }
  onProgress(turns.length);

  const of = (state: Turn["state"]) => turns.filter((turn) => turn.state === state);
  const samplesOf = (state: Turn["state"]) => of(state).flatMap(({ samplesMs }) => samplesMs);
  const mostOf = (state: Turn["state"]) => Math.max(...of(state).map(({ mostMb }) => mostMb));
  const p99 = (state: Turn["state"]) => percentile(samplesOf(state), 0.99);
  const ratio = p99("beside") / p99("alone");
  const grownMb = mostOf("beside") - mostOf("alone");
  const notIssued = turns.reduce((sum, turn) => sum + turn.notIssued, 0);
  const goals = {
    [`the API grows by less than 100 MB (${Math.round(grownMb)} MB)`]: grownMb < 100,
    [`p99 of issuing is at most 1.5 times as long (${rounded(ratio)})`]: ratio <= 1.5,
    [`every voucher is issued (${notIssued} were not)`]: notIssued === 0,
  };
  console.log(`\n${describeCircumstances(circumstances)}`);
  console.log(
    `${options.rate[0]} vouchers/s over ${points} points of sale, open loop, the authority at ${options.latency[0]} ms; ${rounds} rounds of ${options.seconds[0]} s, alone and beside ${options.strangers[0]} strangers\n`,
  );
  const row = (state: Turn["state"]) => [
    state,
    samplesOf(state).length,
    ...[0.5, 0.9, 0.99].map((share) => rounded(percentile(samplesOf(state), share))),
    Math.round(mostOf(state)),
    ...["api", "client"].map((name) => rounded(meanOf(of(state).map(({ cores }) => cores[name] ?? 0)))),
  ];
  const titles = [
    "issuing",
    "answers",
    "p50 ms",
    "p90 ms",
    "p99 ms",
    "api MB at most",
    "api cores",
    "strangers' cores",
  ];
  console.log(drawTable(titles, states.map(row), ""));
  console.log(`\nthe strangers were answered ${JSON.stringify(of("beside").map(({ answers }) => answers))}`);
  console.log(`\n${describeGoals(goals)}`);
  console.log(`\n${writeReport("strangers", circumstances, { options, goals, turns })}`);
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Setting {
  service: Running;
  sequences: SeededSequence[];
  strangers: Strangers;
  count: number;
}

/** How often the API's memory is looked at. */
const lookEveryMs = 200;

async function measureTurn(
  { service, sequences, strangers, count }: Setting,
  state: Turn["state"],
  random: ReturnType<typeof createRandom>,
  load: { perSecond: number; seconds: number },
): Promise<Turn> {
  const pids = { api: service.pids.api ?? 0, client: strangers.pid };
  const over = new AbortController();
  const [startedAtMs, before] = [performance.now(), readCpuMs(pids)];
  if (state === "beside") strangers.begin(service.origin, count);
  const most = watchMemory(pids.api, over.signal);
  let notIssued = 0;
  const samplesMs = await openLoop(random, load, async () => {
    const sequence = sequenceOf(sequences, random.integer(0, sequences.length - 1));
    const status = await service.client.ask(sequence).then(
      (answered) => answered.status,
      () => 0,
    );
    if (status !== 201) notIssued += 1;
  });
  over.abort();
  const mostMb = await most;
  const after = readCpuMs(pids);
  const tookMs = performance.now() - startedAtMs;
  const answers = state === "beside" ? await strangers.end() : {};
  const cores = Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / tookMs]),
  );
  return { state, samplesMs, notIssued, answers, mostMb, cores };
}

async function watchMemory(pid: number, signal: AbortSignal): Promise<number> {
  let mostMb = 0;
  while (!signal.aborted) {
    mostMb = Math.max(mostMb, readFamilies({ api: pid }).api ?? 0);
    await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  return mostMb;
}
