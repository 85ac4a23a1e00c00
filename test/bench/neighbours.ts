import { cpus } from "node:os";
import { findChromium } from "../sandbox/servers/chromium.js";
import { createRandom } from "../support/samples/random.js";
import { clearBacklog } from "./clear-backlog.js";
import type { Sequence } from "./client.js";
import { openClosers } from "./closers.js";
import { kinds } from "./neighbour-kinds.js";
import {
  describePrints,
  goalsOf,
  latencyTable,
  processorTable,
  states,
  summarise,
  type Turn,
} from "./neighbours-report.js";
import { measureTurn } from "./neighbours-turn.js";
import { type Bench, openBench, type Running } from "./open-bench.js";
import { readOptions } from "./options.js";
import { prepareNeighbour } from "./prepare-neighbour.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, readCircumstances, writeReport } from "./report.js";
import { startNeighbour } from "./start-neighbour.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- neighbours [--only NAMES] [--rate 3] [--seconds 10] [--rounds 4] [--vouchers 500000] [--latency 300] [--places 100] [--seed 1]
  --only      the ways to misbehave that are measured, separated by commas; by default all:
${Object.entries(kinds)
  .map(([name, { what }]) => `              ${name.padEnd(14)} ${what}`)
  .join("\n")}
  --rate      the quiet company's vouchers a second, sent at random moments without waiting for earlier answers
  --seconds   the length of a turn; each way has two in a round, one with the quiet company alone and one beside its neighbour
  --rounds    how often both turns are measured
  --vouchers  vouchers in the database; two fifths are the neighbour's
  --latency   the latency of every call to the authority, in milliseconds
  --places    ISSUER_CONCURRENCY of the one issuer
  --seed      of the random moments`;

/** The quiet company's sequences, and the neighbour's. */
const [quietPoints, neighbourPoints] = [6, 200];

/** The limits are those of production. The quiet company stays below them. */
const limits = { RATE_LIMIT_PER_MINUTE: "600", COMPANY_RATE_LIMIT_PER_MINUTE: "6000", TRUST_PROXY: "1" };

/** Measures a quiet company that issues at a steady rate, alone and beside a company that misbehaves. */
export async function run(args: string[]): Promise<void> {
  const { only, rest } = readOnly(args);
  const defaults = {
    rate: "3",
    seconds: "10",
    rounds: "4",
    vouchers: "500000",
    latency: "300",
    places: "100",
    seed: "1",
  };
  const options = readOptions(rest, usage, defaults);
  if (!options) return;
  const circumstances = readCircumstances(options.seed[0]);
  const rounds = options.rounds[0];

  await using bench = await openBench(circumstances);
  await using opened = openClosers();
  const neighbour = opened.add(await startNeighbour(), (one) => one.stop());
  const quiet = (await bench.seed(1, quietPoints)).map((one) => ({ ...one, key: one.productionKey }));
  const [misbehaving] = await bench.seed(1, neighbourPoints);
  // Their limits are their own, so 4,000 vouchers at once take nothing from the companies that are measured.
  const warming = await bench.seed(12, 1);
  const prepared = await prepareNeighbour(bench, {
    company: misbehaving?.company ?? "",
    pointsOfSale: neighbourPoints,
    vouchers: options.vouchers[0],
  });

  const turns: Turn[] = [];
  const onProgress = progressBar("neighbours", rounds * only.length * states.length);
  for (const prints of [false, true]) {
    const group = only.filter((kind) => (kinds[kind]?.prints ?? false) === prints);
    if (group.length === 0) continue;
    onProgress(turns.length, "warming up");
    const env = { ...limits, ISSUER_CONCURRENCY: `${options.places[0]}` };
    await using service = await startWarm(bench, warming, env, prints ? neighbour.smtpUrl : undefined);
    await bench.authority.control.set({ latencyMs: options.latency[0] });
    const world = { ...prepared, origin: service.origin };
    const setting = { bench, service, neighbour, quiet, world, prints };
    for (let round = 0; round < rounds; round++) {
      for (const [at, kind] of group.entries()) {
        for (const state of (round + at) % 2 === 0 ? states : states.toReversed()) {
          onProgress(turns.length, `${kind}: ${state}`);
          const random = createRandom(options.seed[0], round * group.length + at + 1);
          const load = { perSecond: options.rate[0], seconds: options.seconds[0] };
          turns.push(await measureTurn(setting, kind, state, random, load));
        }
      }
    }
    await bench.authority.control.set({ latencyMs: 0 });
  }
  onProgress(turns.length);

  const summaries = only.map((kind) => summarise(turns.filter((turn) => turn.kind === kind)));
  const processes = [...new Set(turns.flatMap(({ cores }) => Object.keys(cores)))];
  console.log(`\n${describeCircumstances(circumstances)}`);
  console.log(
    `POST invoices of a quiet company at ${options.rate[0]} requests/s over ${quietPoints} points of sale, open loop, the authority at ${options.latency[0]} ms;`,
  );
  console.log(
    `alone, and beside a neighbour; all samples of ${rounds} alternating rounds of ${options.seconds[0]} s\n`,
  );
  console.log(latencyTable(summaries));
  console.log(`\nper cent of all ${cpus().length} cores, alone > beside; "client" is the neighbour's own\n`);
  console.log(processorTable(summaries, processes));
  for (const line of describePrints(summaries)) console.log(`\n${line}`);
  const goals = goalsOf(summaries);
  console.log(`\n${describeGoals(goals)}`);
  console.log(
    `\n${writeReport("neighbours", circumstances, { options: { ...options, only }, goals, summaries, turns })}`,
  );
}

/** Takes `--only a,b` out of the arguments. @throws RangeError on a name that is none of `kinds` */
function readOnly(args: string[]): { only: string[]; rest: string[] } {
  const at = args.indexOf("--only");
  if (at < 0) return { only: Object.keys(kinds), rest: args };
  const only = (args[at + 1] ?? "").split(",");
  const unknown = only.filter((kind) => !Object.hasOwn(kinds, kind));
  if (unknown.length > 0) throw new RangeError(`--only ${unknown}: give some of ${Object.keys(kinds)}`);
  return { only, rest: args.toSpliced(at, 2) };
}

/** The service after 4,000 vouchers. With an SMTP server it prints and mails too, beginning with nothing that is due. */
async function startWarm(
  bench: Bench,
  warming: Sequence[],
  env: Record<string, string>,
  smtpUrl: string | undefined,
): Promise<Running> {
  const chromium = smtpUrl ? await findChromium() : undefined;
  const service = await bench.start({
    issuers: 1,
    renderers: smtpUrl ? 1 : 0,
    mailers: smtpUrl ? 1 : 0,
    env: {
      ...env,
      ...(smtpUrl && { SMTP_URL: smtpUrl, MAIL_FROM: "bench@example.com" }),
      ...(chromium && { CHROMIUM_PATH: chromium.executablePath, ...chromium.env }),
    },
  });
  await clearBacklog(bench, service, () => warmUp(service, warming));
  return service;
}
