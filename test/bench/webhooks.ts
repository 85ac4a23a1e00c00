import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { drawTable } from "../../api/admin/table.js";
import { waitFor } from "../sandbox/wait-for.js";
import { type Sequence, sequenceOf } from "./client.js";
import { openClosers } from "./closers.js";
import { cpuPerVoucher, readCpuMs } from "./cpu-time.js";
import { median } from "./issue-rate.js";
import { closedLoop } from "./load.js";
import { openBench, type Running } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, readCircumstances, rounded, writeReport } from "./report.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- webhooks [--vouchers 1000] [--rounds 5] [--latency 0,300] [--callers 12] [--sequences 6]
  --vouchers   vouchers of each company in all rounds of a latency together
  --rounds     how often all companies issue, in turns; the report shows the median
  --latency    the latency of every call to the authority, in milliseconds. At 0 the processors are the bound, so what sending
               takes is missing elsewhere
  --callers    each sends its next voucher after the answer
  --sequences  points of sale of each company`;

/**
 * A company without webhooks; one whose events are recorded for two endpoints and sent to none; one with a dead and a healthy
 * endpoint. What the last one lacks against the second is the processors' time for sending.
 */
const kinds = ["without", "recorded", "sent"] as const;

interface Turn {
  kind: (typeof kinds)[number];
  latencyMs: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time for each voucher, by process, until everything was delivered. */
  cpuMs: Record<string, number>;
  /** From the last voucher until the healthy endpoint had all events; null where none are sent. */
  behindMs: number | null;
}

/** Measures issuing beside webhooks, one of whose endpoints is dead, in turns with issuing without. */
export async function run(args: string[]): Promise<void> {
  const defaults = { vouchers: "1000", rounds: "5", latency: "0,300", callers: "12", sequences: "6" };
  const options = readOptions(args, usage, defaults);
  if (!options) return;
  const [rounds, callers, sequences] = [options.rounds[0], options.callers[0], options.sequences[0]];
  const perTurn = Math.ceil(options.vouchers[0] / rounds);
  const circumstances = readCircumstances();
  const onProgress = progressBar("webhooks", options.latency.length * rounds * kinds.length);

  await using bench = await openBench(circumstances);
  await using endpoints = await startEndpoints();
  const of = {
    without: await bench.seed(1, sequences),
    recorded: await bench.seed(1, sequences),
    sent: await bench.seed(1, sequences),
  };
  const env = {
    WEBHOOK_ALLOW_PRIVATE: "1",
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "Talonario <no-reply@talonario.example>",
  };
  await using service = await bench.start({ issuers: 1, mailers: 1, env });
  onProgress(0, "warming up");
  for (const kind of kinds) await warmUp(service, of[kind]);
  for (const url of [endpoints.deadUrl, endpoints.healthyUrl]) await addWebhook(service, sequenceOf(of.sent, 0), url);
  for (const _ of [1, 2]) await bench.sql(addListener, [sequenceOf(of.recorded, 0).company]);

  const measure = async (kind: Turn["kind"], latencyMs: number): Promise<Turn> => {
    const [before, known] = [readCpuMs(service.pids), endpoints.received.size];
    const issue = (sender: number) => service.client.issue(sequenceOf(of[kind], sender));
    const { done, seconds, samplesMs } = await closedLoop(callers, (sent) => sent < perTurn, issue);
    const endedAtMs = performance.now();
    const expected = known + (kind === "sent" ? done : 0);
    const message = `${expected} events at the healthy endpoint, which has ${endpoints.received.size}`;
    await waitFor(() => endpoints.received.size >= expected, { message, timeoutMs: 120_000, intervalMs: 5 });
    const behindMs = kind === "sent" ? performance.now() - endedAtMs : null;
    const cpuMs = cpuPerVoucher(before, readCpuMs(service.pids), done);
    const [p50Ms, p99Ms] = [percentile(samplesMs, 0.5), percentile(samplesMs, 0.99)];
    return { kind, latencyMs, perSecond: done / seconds, p50Ms, p99Ms, cpuMs, behindMs };
  };

  // The code that sends has to be warm as well.
  await measure("sent", 0);
  const turns: Turn[] = [];
  for (const latencyMs of options.latency) {
    await bench.authority.control.set({ latencyMs });
    for (let round = 0; round < rounds; round++) {
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        onProgress(turns.length, `${kind} at ${latencyMs} ms`);
        turns.push(await measure(kind, latencyMs));
      }
    }
  }
  onProgress(turns.length);

  const results = options.latency.map((latencyMs) => summarise(turns.filter((turn) => turn.latencyMs === latencyMs)));
  const goals = Object.fromEntries(
    results.flatMap(({ latencyMs, sent, behindMs }) => [
      [`issuing within 3 % at ${latencyMs} ms (${sent.ratio.toFixed(3)})`, sent.ratio >= 0.97],
      [
        `the healthy endpoint has all within 5 s at ${latencyMs} ms (${(behindMs / 1_000).toFixed(2)} s)`,
        behindMs <= 5_000,
      ],
    ]),
  );
  console.log(`\n${describeCircumstances(circumstances)}`);
  console.log(
    `${callers} callers, ${sequences} sequences, turns of ${perTurn} vouchers; one endpoint is dead, one healthy;`,
  );
  console.log(`the median of ${rounds} alternating rounds; processor milliseconds for each voucher\n`);
  console.log(toTable(results));
  console.log(`\n${describeGoals(goals)}`);
  console.log(`\n${writeReport("webhooks", circumstances, { options, goals, results, turns })}`);
}

/** Two endpoints: one takes every event, the other never answers. */
async function startEndpoints() {
  const closers = openClosers();
  const received = new Set<unknown>();
  const listen = async (answer: RequestListener) => {
    const server = createServer(answer).listen(0, "127.0.0.1");
    await once(server, "listening");
    closers.add(server, async () => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  return {
    /** The ids of events that the healthy one has. */
    received,
    healthyUrl: await listen((request, response) => {
      received.add(request.headers["webhook-id"]);
      request.resume();
      response.writeHead(204).end();
    }),
    deadUrl: await listen((request) => request.resume()),
    [Symbol.asyncDispose]: () => closers[Symbol.asyncDispose](),
  };
}

async function addWebhook({ origin }: Running, { company, key }: Sequence, url: string): Promise<void> {
  const response = await fetch(`${origin}/api/${company}/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ url, events: ["invoice.issued"] }),
  });
  if (response.status !== 201) throw new Error(`a webhook was answered ${response.status}: ${await response.text()}`);
}

/** Two of these have as many events recorded as two endpoints, and no mailer sends them. */
const addListener = `INSERT INTO webhook (company_id, production, url, events, listening_until)
  SELECT id, false, 'http://127.0.0.1:1/', '{invoice.issued}', now() + interval '1 day' FROM company WHERE code = $1`;

/** The medians of the rounds at one latency; `ratio` is the median of the rounds' ratios to the turn without webhooks. */
function summarise(turns: Turn[]) {
  const ofKind = (kind: Turn["kind"]) => turns.filter((turn) => turn.kind === kind);
  const sum = (cpuMs: Record<string, number>, isWanted: (name: string) => boolean) =>
    Object.entries(cpuMs).reduce((total, [name, ms]) => (isWanted(name) ? total + ms : total), 0);
  const describe = (kind: Turn["kind"]) => {
    const same = ofKind(kind);
    const middle = (value: (turn: Turn) => number) => median(same.map(value));
    return {
      perSecond: middle((turn) => turn.perSecond),
      p50Ms: middle((turn) => turn.p50Ms),
      p99Ms: middle((turn) => turn.p99Ms),
      cpuMs: middle(({ cpuMs }) => sum(cpuMs, (name) => name !== "mailer")),
      mailerMs: middle(({ cpuMs }) => sum(cpuMs, (name) => name === "mailer")),
      ratio: median(
        same.map(({ perSecond }, round) => perSecond / (ofKind("without")[round]?.perSecond ?? Number.NaN)),
      ),
    };
  };
  return {
    latencyMs: turns[0]?.latencyMs ?? Number.NaN,
    without: describe("without"),
    recorded: describe("recorded"),
    sent: describe("sent"),
    behindMs: Math.max(...ofKind("sent").map(({ behindMs }) => behindMs ?? Number.NaN)),
  };
}

function toTable(results: ReturnType<typeof summarise>[]): string {
  const headings = [
    "latency ms",
    "webhooks",
    "vouchers/s",
    "ratio",
    "p50 ms",
    "p99 ms",
    "cpu ms",
    "mailer cpu ms",
    "all there ms",
  ];
  const rows = results.flatMap(({ latencyMs, behindMs, ...measured }) =>
    kinds.map((kind) => {
      const { perSecond, ratio, p50Ms, p99Ms, cpuMs, mailerMs } = measured[kind];
      const numbers = [p50Ms, p99Ms, cpuMs, mailerMs].map(rounded);
      const behind = kind === "sent" ? rounded(behindMs) : "";
      return [latencyMs, kind, rounded(perSecond), `${ratio.toFixed(3)}x`, ...numbers, behind];
    }),
  );
  return drawTable(headings, rows, "");
}
