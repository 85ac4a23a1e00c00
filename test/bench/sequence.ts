import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { drawTable } from "../../api/admin/table.js";
import { createIdentity } from "../authority/client-identity.js";
import { openAfipJs } from "../support/real-clients/afip-js.js";
import { openArcasdk } from "../support/real-clients/arcasdk.js";
import type { RealClient } from "../support/real-clients/client.js";
import { openFacturajs } from "../support/real-clients/facturajs.js";
import { installClients } from "../support/real-clients/install.js";
import { today } from "../support/samples/invoice.js";
import { sequenceOf } from "./client.js";
import { openClosers } from "./closers.js";
import { median } from "./issue-rate.js";
import { type ClosedLoop, closedLoop, forSeconds } from "./load.js";
import { openBench } from "./open-bench.js";
import { readOptions } from "./options.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, type Goals, readCircumstances, writeReport } from "./report.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- sequence [--latency 0,50,300,1000] [--seconds 10] [--rounds 3] [--clients 8]
  --latency  the latency of every call to the authority, in milliseconds
  --seconds  the time for each client in each round; at least that of ten calls
  --rounds   how often each client is measured; the report shows the median
  --clients  callers of our API; the published clients issue one voucher after the other`;

interface Contestant {
  name: string;
  /** Issues on its own sequence until `mayGoOn` says no. */
  issue(mayGoOn: () => boolean): Promise<ClosedLoop>;
}

interface Turn {
  name: string;
  latencyMs: number;
  perSecond: number;
  callsPerVoucher: number;
}

/** Measures one sequence at full speed, in turns with published clients of the authority. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, usage, { latency: "0,50,300,1000", seconds: "10", rounds: "3", clients: "8" });
  if (!options) return;
  const [seconds, rounds, clients] = [options.seconds[0], options.rounds[0], options.clients[0]];
  const circumstances = readCircumstances();

  await using bench = await openBench(circumstances);
  const { control } = bench.authority;
  const sequences = await bench.seed(1, 1);
  await using service = await bench.start({ issuers: 1 });
  await using opened = openClosers();
  const ours: Contestant = {
    name: "talonario",
    issue: (mayGoOn) => closedLoop(clients, mayGoOn, () => service.client.issue(sequenceOf(sequences, 0))),
  };
  const contestants = [ours, ...(await openPeers(bench.authority.url, opened))];

  const turns: Turn[] = [];
  const onProgress = progressBar("sequence", options.latency.length * rounds * contestants.length);
  await warmUp(service, sequences);
  for (const { issue } of contestants) await issue(forSeconds(10));
  for (const latencyMs of options.latency) {
    await control.set({ latencyMs });
    const turnSeconds = Math.max(seconds, latencyMs / 100);
    for (let round = 0; round < rounds; round++) {
      for (const { name, issue } of [
        ...contestants.slice(round % contestants.length),
        ...contestants.slice(0, round % contestants.length),
      ]) {
        onProgress(turns.length, `${name} at ${latencyMs} ms`);
        await control.reset(["calls"]);
        const { done, seconds: took } = await issue(forSeconds(turnSeconds));
        const calls = await control.allCalls();
        turns.push({ name, latencyMs, perSecond: done / took, callsPerVoucher: calls / done });
      }
    }
  }
  onProgress(turns.length);

  const results = options.latency.flatMap((latencyMs) =>
    summarise(turns.filter((turn) => turn.latencyMs === latencyMs)),
  );
  console.log(`\n${describeCircumstances(circumstances)}\none sequence; the median of ${rounds} alternating rounds\n`);
  const rows = results.map(({ latencyMs, name, perSecond, ofBound, oursOver, callsPerVoucher }) => [
    latencyMs,
    name,
    Number(perSecond.toFixed(2)),
    ofBound?.toFixed(3),
    `${oursOver.toFixed(2)}x`,
    callsPerVoucher.toFixed(2),
  ]);
  console.log(
    drawTable(["latency ms", "client", "vouchers/s", "of 1/latency", "ours against it", "calls per voucher"], rows, ""),
  );
  const goals = goalsOf(results.filter(({ latencyMs }) => latencyMs === 300));
  console.log(`\n${describeGoals(goals)}`);
  console.log(`\n${writeReport("sequence", circumstances, { options, goals, results, turns })}`);
}

/** Each published client logs in as its own taxpayer and asks for the last number before it issues, as its users do. */
async function openPeers(url: string, opened: ReturnType<typeof openClosers>): Promise<Contestant[]> {
  if (!(await installClients())) {
    console.error("the package registry cannot be reached: measured without the published clients");
    return [];
  }
  const cuits = ["30712345671", "30710151543", "20123456786"];
  const openers = { "@arcasdk/core": openArcasdk, facturajs: openFacturajs, "@afipsdk/afip.js": openAfipJs };
  return Promise.all(
    Object.entries(openers).map(async ([name, open], index) => {
      const cuit = cuits[index] ?? "";
      const { certificatePem, keyPem } = await createIdentity(`${url}/control`, cuit);
      const folder = mkdtempSync(path.join(tmpdir(), "talonario-peer-"));
      opened.add(folder, async () => rmSync(folder, { recursive: true, force: true }));
      const client: RealClient = await open({ url, cuit, certificatePem, keyPem, folder, today: today() });
      return { name, issue: (mayGoOn: () => boolean) => closedLoop(1, mayGoOn, () => issueNext(client)) };
    }),
  );
}

async function issueNext(client: RealClient): Promise<void> {
  const number = (await client.lastNumber(1, 6)) + 1;
  await client.issue(1, 6, number);
}

function goalsOf(results: Summary[]): Goals {
  const [ours] = results.filter(({ name }) => name === "talonario");
  if (!ours) return {};
  const leastOver = Math.min(...results.filter((one) => one !== ours).map(({ oursOver }) => oursOver));
  return {
    "0.95 of 1/latency at 300 ms": (ours.ofBound ?? 0) >= 0.95,
    "1.9 times the best published client": leastOver >= 1.9,
    "one call for each voucher": ours.callsPerVoucher === 1,
  };
}

type Summary = ReturnType<typeof summarise>[number];

function summarise(turns: Turn[]) {
  const of = (name: string, value: (turn: Turn) => number) =>
    median(turns.filter((turn) => turn.name === name).map(value));
  const ours = of("talonario", (turn) => turn.perSecond);
  return [...new Set(turns.map(({ name }) => name))].map((name) => {
    const perSecond = of(name, (turn) => turn.perSecond);
    const latencyMs = turns[0]?.latencyMs ?? 0;
    return {
      latencyMs,
      name,
      perSecond,
      ofBound: latencyMs === 0 ? null : (perSecond * latencyMs) / 1_000,
      oursOver: ours / perSecond,
      callsPerVoucher: of(name, (turn) => turn.callsPerVoucher),
    };
  });
}
