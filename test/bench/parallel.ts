import { drawTable } from "../../api/admin/table.js";
import { sequenceOf } from "./client.js";
import { cpuPerVoucher, readCpuMs } from "./cpu-time.js";
import { median } from "./issue-rate.js";
import { closedLoop, forSeconds } from "./load.js";
import { openBench } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, readCircumstances, writeReport } from "./report.js";
import { warmUp } from "./warm-up.js";
import { drawParts, type Part, watchServers } from "./where-time-goes.js";

const usage = `npm run bench -- parallel [--sequences 10,50,200] [--issuers 1,2,4] [--apis 1] [--seconds 5] [--rounds 3] [--per-company 10] [--batch 1] [--detail 0]
  --sequences    busy sequences; each has one client that sends its next voucher after the answer
  --issuers      issuer processes that share the sequences
  --apis         API processes, which the clients use in turns
  --seconds      the time for each combination in each round
  --rounds       how often each combination is measured; the report shows the median
  --per-company  sequences that share a company, and so its quota
  --batch        the value of ISSUE_BATCH_MAX
  --detail       1 tells also what PostgreSQL and Redis do for a voucher, at the last combination`;

interface Turn {
  sequences: number;
  issuers: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time for each voucher, by process. */
  cpuMs: Record<string, number>;
}

/** Measures many sequences at once, with an authority without latency. Renderer and mailer do not run; their work waits. */
export async function run(args: string[]): Promise<void> {
  const defaults = {
    sequences: "10,50,200",
    issuers: "1,2,4",
    apis: "1",
    seconds: "5",
    rounds: "3",
    "per-company": "10",
    batch: "1",
    detail: "0",
  };
  const options = readOptions(args, usage, defaults);
  if (!options) return;
  const {
    sequences: counts,
    issuers: processes,
    apis,
    seconds,
    rounds,
    "per-company": perCompany,
    batch,
    detail,
  } = options;
  const circumstances = readCircumstances();
  const limit = Math.max(...counts);
  const env = { ISSUE_BATCH_MAX: `${batch[0]}` };
  const turns: Turn[] = [];
  let parts: Part[] = [];
  const onProgress = progressBar("parallel", counts.length * processes.length * rounds[0]);

  await using bench = await openBench(circumstances);
  const sequences = await bench.seed(Math.ceil(limit / perCompany[0]), perCompany[0]);
  for (let round = 0; round < rounds[0]; round++) {
    for (const issuers of processes) {
      await using service = await bench.start({ issuers, apis: apis[0], env });
      const issue = (sender: number) => service.client.issue(sequenceOf(sequences, sender));
      onProgress(turns.length, `warming up ${issuers} issuers`);
      await warmUp(service, sequences);
      // Autovacuum does it within a minute or two of a new database. Plans made before are those of empty tables.
      await bench.sql("ANALYZE");
      await warmUp(service, sequences);
      for (const count of counts) {
        onProgress(turns.length, `${count} sequences, ${issuers} issuers`);
        const servers = detail[0] === 1 ? await watchServers(bench, service) : undefined;
        const before = readCpuMs(service.pids);
        const { done, seconds: took, samplesMs } = await closedLoop(count, forSeconds(seconds[0]), issue);
        const cpuMs = cpuPerVoucher(before, readCpuMs(service.pids), done);
        parts = (await servers?.read(done)) ?? [];
        const [p50Ms, p99Ms] = [percentile(samplesMs, 0.5), percentile(samplesMs, 0.99)];
        turns.push({ sequences: count, issuers, perSecond: done / took, p50Ms, p99Ms, cpuMs });
      }
    }
  }
  onProgress(turns.length);

  const results = processes.flatMap((issuers) => counts.map((count) => summarise(turns, count, issuers)));
  console.log(
    `\n${describeCircumstances(circumstances)}\nthe median of ${rounds[0]} rounds; processor milliseconds for each voucher\n`,
  );
  console.log(toTable(results));
  if (parts.length > 0) console.log(`\nserver time for each voucher, of the last turn\n\n${drawParts(parts)}`);
  const best = Math.max(...results.filter(({ sequences }) => sequences === 50).map(({ perSecond }) => perSecond));
  const goals = best > 0 ? { "200 vouchers/s on 50 sequences": best >= 200 } : {};
  console.log(`\n${describeGoals(goals)}`);
  console.log(`\n${writeReport("parallel", circumstances, { options, goals, results, turns, parts })}`);
}

/** The medians of the rounds. */
function summarise(turns: Turn[], sequences: number, issuers: number): Turn {
  const same = turns.filter((turn) => turn.sequences === sequences && turn.issuers === issuers);
  const middle = (of: (turn: Turn) => number) => Number(median(same.map(of)).toFixed(2));
  const names = Object.keys(same[0]?.cpuMs ?? {});
  return {
    sequences,
    issuers,
    perSecond: middle((turn) => turn.perSecond),
    p50Ms: middle((turn) => turn.p50Ms),
    p99Ms: middle((turn) => turn.p99Ms),
    cpuMs: Object.fromEntries(names.map((name) => [name, middle((turn) => turn.cpuMs[name] ?? Number.NaN)])),
  };
}

function toTable(results: Turn[]): string {
  const kinds = ["api", "issuer", "postgres", "redis", "authority"];
  const rows = results.map(({ sequences, issuers, perSecond, p50Ms, p99Ms, cpuMs }) => {
    const ofKind = kinds.map((kind) =>
      Object.entries(cpuMs).reduce((sum, [name, ms]) => (name.split("-")[0] === kind ? sum + ms : sum), 0),
    );
    return [
      sequences,
      issuers,
      ...[perSecond, p50Ms, p99Ms].map((value) => Number(value.toFixed(0))),
      ...ofKind.map((ms) => Number(ms.toFixed(2))),
    ];
  });
  return drawTable(["sequences", "issuers", "vouchers/s", "p50 ms", "p99 ms", ...kinds], rows, "");
}
