import { drawTable } from "../../api/admin/table.js";
import { findChromium } from "../sandbox/servers/chromium.js";
import { sequenceOf } from "./client.js";
import { slopeOf } from "./least-squares.js";
import { closedLoop } from "./load.js";
import { openBench } from "./open-bench.js";
import { readOptions } from "./options.js";
import { readFamilies } from "./process-memory.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, readCircumstances, writeReport } from "./report.js";

const usage = `npm run bench -- memory [--vouchers 50000] [--clients 16] [--warm-up 0.3] [--print 0]
  --vouchers  vouchers to issue, on 50 sequences
  --clients   concurrent clients
  --warm-up   the share of the vouchers after which a process counts as warm
  --print     1 runs the renderer and the mailer too; they do as much as they can meanwhile`;

/** Only these must stay flat: PostgreSQL fills its buffers, and the simulated authority its ledger. */
const ownProcess = /^(api|issuer|renderer|mailer)/;
const samplesInAll = 200;
const sequencesInAll = 50;

/** Measures the memory of every process while vouchers are issued, and its growth once the process is warm. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, usage, { vouchers: "50000", clients: "16", "warm-up": "0.3", print: "0" });
  if (!options) return;
  const vouchers = options.vouchers[0];
  const prints = options.print[0] > 0 ? 1 : 0;
  const circumstances = readCircumstances();
  const samples: { vouchers: number; mb: Record<string, number> }[] = [];
  const onProgress = progressBar("memory", vouchers);

  await using bench = await openBench(circumstances);
  const sequences = await bench.seed(5, sequencesInAll / 5);
  const chromium = prints ? await findChromium() : undefined;
  await using service = await bench.start({
    issuers: 1,
    renderers: prints,
    mailers: prints,
    env: {
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "bench@example.com",
      // Long waits, so that a busy machine does not end a long run.
      LOCK_WAIT_MS: "120000",
      REQUEST_TIMEOUT_MS: "180000",
      ...(chromium && { CHROMIUM_PATH: chromium.executablePath, ...chromium.env }),
    },
  });
  let sent = 0;
  let done = 0;
  const { seconds } = await closedLoop(
    options.clients[0],
    (begun) => begun < vouchers,
    async () => {
      await service.client.issue(sequenceOf(sequences, sent++));
      done += 1;
      onProgress(done);
      if (done % Math.ceil(vouchers / samplesInAll) === 0)
        samples.push({ vouchers: done, mb: readFamilies(service.pids) });
    },
  );
  onProgress(vouchers);

  const warm = samples.filter((sample) => sample.vouchers > vouchers * options["warm-up"][0]);
  const results = Object.keys(service.pids).map((name) => {
    const points = warm.map((sample) => [sample.vouchers / 10_000, sample.mb[name] ?? Number.NaN] as const);
    return {
      name,
      firstMb: samples[0]?.mb[name] ?? Number.NaN,
      warmMb: points[0]?.[1] ?? Number.NaN,
      lastMb: points.at(-1)?.[1] ?? Number.NaN,
      maxMb: Math.max(...samples.map((sample) => sample.mb[name] ?? 0)),
      mbPerTenThousand: slopeOf(points),
    };
  });
  console.log(`\n${describeCircumstances(circumstances)}`);
  console.log(`${vouchers} vouchers, ${(vouchers / seconds).toFixed(0)} a second; megabytes\n`);
  const rows = results.map(({ name, firstMb, warmMb, lastMb, maxMb, mbPerTenThousand }) => [
    name,
    ...[firstMb, warmMb, lastMb, maxMb].map((mb) => Number(mb.toFixed(0))),
    mbPerTenThousand.toFixed(2),
  ]);
  console.log(drawTable(["process", "first", "warm", "last", "most", "for 10,000 vouchers"], rows, ""));
  const goals = Object.fromEntries(
    results
      .filter(({ name }) => ownProcess.test(name))
      .map(({ name, mbPerTenThousand }) => [`${name} is flat: below 1 MB for 10,000 vouchers`, mbPerTenThousand < 1]),
  );
  console.log(`\n${describeGoals(goals)}`);
  console.log(`\n${writeReport("memory", circumstances, { options, goals, results, samples })}`);
}
