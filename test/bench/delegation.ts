import { drawTable } from "../../api/admin/table.js";
import { openDatabase } from "../../shared/db/pool/database.js";
import { addOperatorCertificate } from "../support/samples/operator-certificate.js";
import { createRandom } from "../support/samples/random.js";
import { sequenceOf } from "./client.js";
import { cpuPerVoucher, readCpuMs } from "./cpu-time.js";
import { median } from "./issue-rate.js";
import { closedLoop, openLoop } from "./load.js";
import { type Bench, openBench, type SeededSequence } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, readCircumstances, rounded, writeReport } from "./report.js";
import { secretKey } from "./service.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- delegation [--companies 1000] [--rate 20] [--seconds 10] [--rounds 5] [--seed 1]
  --companies  for which the operator's one certificate acts; each issues a voucher first, on two issuers
  --rate       requests a second of a turn, sent at random moments without waiting for earlier answers
  --seconds    the length of a turn; a round has two, one of companies with own certificates and one of delegated ones
  --rounds     how often both are measured; the report shows the median
  --seed       of the random moments`;

const operatorCuit = "30710000006";
const callers = 16;
/** How many companies take part in a turn. */
const companiesOfTurn = 6;

const kinds = ["own", "delegated"] as const;

/** Issues for companies of one certificate: how often it logs in, and what a ticket that names all of them costs. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, usage, { companies: "1000", rate: "20", seconds: "10", rounds: "5", seed: "1" });
  if (!options) return;
  const [count, perSecond, seconds] = [options.companies[0], options.rate[0], options.seconds[0]];
  const circumstances = readCircumstances(options.seed[0]);
  const onProgress = progressBar("delegation", options.rounds[0] * kinds.length + 2);

  await using bench = await openBench(circumstances);
  onProgress(0, `creating ${count} companies`);
  await installOperator(bench);
  const delegated = await bench.seed(count, 1, { certificateMode: "delegated" });
  const own = await bench.seed(companiesOfTurn, 1);
  const { control } = bench.authority;
  await control.set({
    alreadyAuthenticatedSeconds: 600,
    relations: delegated.map(({ cuit }) => ({ certificate: operatorCuit, represents: cuit })),
  });
  await using service = await bench.start({ issuers: 2 });
  const { client } = service;

  onProgress(1, "the first voucher of each");
  const first = await closedLoop(
    callers,
    (sent) => sent < count,
    issueInTurn(delegated, (one) => client.issue(one)),
  );
  const logins = await control.calls("loginCms");
  const [ticket] = await bench.sql<{ bytes: number; named: number }>(
    "SELECT length(sealed) AS bytes, jsonb_array_length(taxpayers) AS named FROM ticket",
  );

  const groups = { own, delegated: delegated.slice(0, companiesOfTurn) };
  for (const kind of kinds) await warmUp(service, groups[kind]);
  const turns: ({ kind: (typeof kinds)[number] } & Figures)[] = [];
  const measure = async (sequences: SeededSequence[], round: number): Promise<Figures> => {
    const random = createRandom(options.seed[0], round + 1);
    const before = readCpuMs(service.pids);
    const samplesMs = await openLoop(random, { perSecond, seconds }, () =>
      client.issue(sequenceOf(sequences, random.integer(0, companiesOfTurn - 1))),
    );
    const cpu = cpuPerVoucher(before, readCpuMs(service.pids), samplesMs.length);
    const issuerMs = (cpu.issuer ?? 0) + (cpu["issuer-2"] ?? 0);
    return { p50Ms: percentile(samplesMs, 0.5), p99Ms: percentile(samplesMs, 0.99), issuerMs };
  };
  for (let round = 0; round < options.rounds[0]; round++)
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      onProgress(turns.length + 2, kind);
      turns.push({ kind, ...(await measure(groups[kind], round)) });
    }
  onProgress(turns.length + 2);

  const of = (kind: string, figure: keyof Figures) =>
    turns.filter((turn) => turn.kind === kind).map((turn) => turn[figure]);
  const ratio = (figure: keyof Figures) =>
    median(of("delegated", figure).map((value, round) => value / (of("own", figure)[round] ?? Number.NaN)));
  const ratios = { p50: ratio("p50Ms"), p99: ratio("p99Ms"), issuerMs: ratio("issuerMs") };
  const goals = { "one login for all": logins === 1, "p50 at most 1.25 times as long": ratios.p50 <= 1.25 };
  console.log(`\n${describeCircumstances(circumstances)}`);
  console.log(
    `${count} companies on one certificate, two issuers, ${callers} callers: the first voucher of each after ${rounded(first.seconds)} s, ${logins} login(s); the ticket names ${ticket?.named} tax ids in ${ticket?.bytes} bytes`,
  );
  console.log(`then ${perSecond} requests/s, open loop, the median of ${options.rounds[0]} alternating rounds\n`);
  const rows = kinds.map((kind) => [kind, ...figures.map((figure) => `${rounded(median(of(kind, figure)))}`)]);
  const last = ["delegated / own", ...Object.values(ratios).map((value) => `${value.toFixed(2)}x`)];
  console.log(drawTable(["certificate", "p50 ms", "p99 ms", "issuers' cpu ms"], [...rows, last], ""));
  console.log(`\n${describeGoals(goals)}`);
  console.log(
    `\n${writeReport("delegation", circumstances, { options, first, logins, ticket, ratios, turns, goals })}`,
  );
}

const figures = ["p50Ms", "p99Ms", "issuerMs"] as const;
type Figures = Record<(typeof figures)[number], number>;

/** Each call takes the next sequence. */
function issueInTurn(sequences: SeededSequence[], issue: (sequence: SeededSequence) => Promise<unknown>) {
  let next = 0;
  return async () => {
    const sequence = sequences[next++];
    if (sequence) await issue(sequence);
  };
}

async function installOperator({ databaseUrl, authority }: Bench): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, { connections: 2 });
  const sign = (csr: string) => authority.control.certificate(csr, undefined, operatorCuit);
  for (const production of [false, true]) await addOperatorCertificate({ db, secretKey, production, sign });
  await close();
}
