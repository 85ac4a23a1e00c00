import { drawTable } from "../../api/admin/table.js";
import { addMonths, argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import { type Sequence, sequenceOf } from "./client.js";
import { median } from "./issue-rate.js";
import { closedLoop, forSeconds } from "./load.js";
import { loadVouchers } from "./load-vouchers.js";
import { openBench, type Running } from "./open-bench.js";
import { readOptions } from "./options.js";
import { readFamilies } from "./process-memory.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, readCircumstances, rounded, writeReport } from "./report.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- reports [--vouchers 1000000] [--rounds 5] [--seconds 10] [--latency 300] [--callers 12]
  --vouchers  vouchers of one company in one month; with 20000 it takes two minutes
  --rounds    rounds of issuing alone and beside reports, in turns; 0 for none
  --seconds   the time of each turn
  --latency   the latency of every call to the authority, in milliseconds. At 0 the processors are the bound, so what a report
              takes is missing elsewhere
  --callers   of another company; each sends its next voucher after the answer`;

/** Of each report, the address behind the company's. */
const reportsOf = (period: string) => ({
  "vat-book": `/reports/vat-book?period=${period}`,
  "iva-simple": `/reports/iva-simple?period=${period}`,
  summary: `/reports/summary?period=${period}`,
  "vouchers.csv": `/reports/vouchers.csv?date__gte=${period}01`,
  "vouchers.csv es-AR": `/reports/vouchers.csv?date__gte=${period}01&locale=es-AR`,
});

/** Those that are answered when all vouchers were read. */
const wholeReports = ["iva-simple", "summary"];

/** Memory may still grow by this much after the first tenth of a report. */
const flatMb = 48;
const sampleEveryMs = 500;

interface Streamed {
  seconds: number;
  bytes: number;
  /** The memory of the API's process. */
  beforeMb: number;
  earlyMb: number;
  peakMb: number;
}

/** Measures each report of a large month, and what another company notices of reports when it issues. */
export async function run(args: string[]): Promise<void> {
  const defaults = { vouchers: "1000000", rounds: "5", seconds: "10", latency: "300", callers: "12" };
  const options = readOptions(args, usage, defaults);
  if (!options) return;
  const [vouchers, rounds, latencyMs] = [options.vouchers[0], options.rounds[0], options.latency[0]];
  const [seconds, callers] = [options.seconds[0], options.callers[0]];
  const circumstances = readCircumstances();
  const period = toFiscalDate(addMonths(argentineDay(Date.now()), -1)).slice(0, 6);
  const paths = reportsOf(period);

  await using bench = await openBench(circumstances);
  const issuing = await bench.seed(1, 6);
  const owner = sequenceOf(await bench.seed(1, 5), 0) as Sequence & { productionKey: string };
  const [{ id: companyId } = { id: 0 }] = await bench.sql<{ id: number }>(
    "UPDATE company SET activity_code = '620100' WHERE code = $1 RETURNING id",
    [owner.company],
  );
  const loaded = progressBar("loading", vouchers);
  await loadVouchers({
    databaseUrl: bench.databaseUrl,
    rows: vouchers,
    companyId,
    others: 1,
    period,
    onProgress: loaded,
  });
  // Otherwise the loaded pages are written to disk while reports are measured.
  await bench.sql("CHECKPOINT");
  // Longer than by default, so that a slow report gives a figure too.
  await using service = await bench.start({ issuers: 1, env: { REQUEST_TIMEOUT_MS: "600000" } });
  const ask = (path: string, signal?: AbortSignal) =>
    fetch(`${service.origin}/api/${owner.company}${path}`, {
      headers: { authorization: `Bearer ${owner.productionKey}` },
      ...(signal && { signal }),
    });

  const onProgress = progressBar("reports", Object.keys(paths).length + rounds);
  onProgress(0, "warming up");
  await warmUp(service, issuing);
  for (const path of Object.values(paths)) await drain(await ask(`${path}`));
  const streamed: Record<string, Streamed> = {};
  for (const [at, [name, path]] of Object.entries(paths).entries()) {
    onProgress(at, name);
    streamed[name] = await measure(service, () => ask(path));
  }

  await bench.authority.control.set({ latencyMs });
  const turns: { alone: number; beside: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    onProgress(Object.keys(paths).length + round, "issuing");
    const alone = async () => issueFor(service, issuing, { callers, seconds });
    const beside = async () => {
      const reading = readAgainAndAgain(Object.values(paths), ask);
      const perSecond = await issueFor(service, issuing, { callers, seconds });
      await reading.stop();
      return perSecond;
    };
    const [first, second] = round % 2 === 0 ? [alone, beside] : [beside, alone];
    const [one, other] = [await first(), await second()];
    turns.push(round % 2 === 0 ? { alone: one, beside: other } : { alone: other, beside: one });
  }
  onProgress(Object.keys(paths).length + rounds);

  const ratio = median(turns.map(({ alone, beside }) => beside / alone));
  const goals = Object.fromEntries([
    ...Object.entries(streamed).map(([name, { earlyMb, peakMb }]): [string, boolean] => [
      `${name} is flat: at most ${flatMb} MB more than in its first tenth (${(peakMb - earlyMb).toFixed(0)})`,
      peakMb - earlyMb <= flatMb,
    ]),
    ...wholeReports.map((name): [string, boolean] => [
      `${name} within the request timeout of 60 s (${streamed[name]?.seconds.toFixed(1)})`,
      (streamed[name]?.seconds ?? Number.NaN) < 60,
    ]),
    ...(rounds > 0
      ? [[`issuing within 5 % beside reports (${ratio.toFixed(3)})`, ratio >= 0.95] as [string, boolean]]
      : []),
  ]);
  console.log(`\n${describeCircumstances(circumstances)}`);
  console.log(`${vouchers} vouchers of ${period}; memory of the API's process in megabytes\n`);
  console.log(toTable(vouchers, streamed));
  const middle = (of: (turn: (typeof turns)[number]) => number) => rounded(median(turns.map(of)));
  if (rounds > 0)
    console.log(
      `\n${callers} callers at ${latencyMs} ms: ${middle(({ alone }) => alone)} vouchers/s alone, ${middle(({ beside }) => beside)} beside reports; the median of ${rounds} alternating rounds`,
    );
  console.log(`\n${describeGoals(goals)}`);
  console.log(`\n${writeReport("reports", circumstances, { options, goals, streamed, turns, ratio })}`);
}

async function measure({ pids }: Running, ask: () => Promise<Response>): Promise<Streamed> {
  const readMb = () => readFamilies({ api: pids["api"] ?? 0 })["api"] ?? Number.NaN;
  const beforeMb = readMb();
  const samples: { atMs: number; mb: number }[] = [];
  const startedAtMs = performance.now();
  const sampler = setInterval(
    () => samples.push({ atMs: performance.now() - startedAtMs, mb: readMb() }),
    sampleEveryMs,
  );
  const bytes = await drain(await ask()).finally(() => clearInterval(sampler));
  const tookMs = performance.now() - startedAtMs;
  samples.push({ atMs: tookMs, mb: readMb() });
  const early = samples.filter(({ atMs }) => atMs <= tookMs / 10 || atMs <= 2 * sampleEveryMs);
  return {
    seconds: tookMs / 1_000,
    bytes,
    beforeMb,
    earlyMb: Math.max(beforeMb, ...early.map(({ mb }) => mb)),
    peakMb: Math.max(...samples.map(({ mb }) => mb)),
  };
}

/** Reads an answer to its end, keeping nothing of it. @throws Error unless it is a 200 */
async function drain(response: Response): Promise<number> {
  if (response.status !== 200) throw new Error(`a report was answered ${response.status}: ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  return bytes;
}

const issueFor = async (
  { client }: Running,
  sequences: Sequence[],
  { callers, seconds: wanted }: { callers: number; seconds: number },
): Promise<number> => {
  const issue = (sender: number) => client.issue(sequenceOf(sequences, sender));
  const { done, seconds } = await closedLoop(callers, forSeconds(wanted), issue);
  return done / seconds;
};

/** Reads one report after the other until it is stopped, also in the middle of one. */
function readAgainAndAgain(paths: string[], ask: (path: string, signal: AbortSignal) => Promise<Response>) {
  const leaving = new AbortController();
  const reading = (async () => {
    for (let at = 0; !leaving.signal.aborted; at++)
      await drain(await ask(paths[at % paths.length] ?? "", leaving.signal));
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return {
    async stop() {
      leaving.abort();
      await reading;
    },
  };
}

function toTable(vouchers: number, streamed: Record<string, Streamed>): string {
  const rows = Object.entries(streamed).map(([name, { seconds, bytes, beforeMb, earlyMb, peakMb }]) => [
    name,
    rounded(seconds),
    Math.round(vouchers / seconds),
    rounded(bytes / 2 ** 20),
    ...[beforeMb, earlyMb, peakMb].map(Math.round),
  ]);
  return drawTable(["report", "seconds", "vouchers/s", "MB sent", "before", "first tenth", "most"], rows, "");
}
