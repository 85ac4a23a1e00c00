import { setTimeout as delay } from "node:timers/promises";
import { drawTable } from "../../api/admin/table.js";
import { waitFor } from "../sandbox/wait-for.js";
import { groupBy } from "../support/readers/group-by.js";
import { createRandom } from "../support/samples/random.js";
import { sequenceOf } from "./client.js";
import { openLoop } from "./load.js";
import { type Bench, openBench } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, readCircumstances, writeReport } from "./report.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- outage [--seconds 300] [--rate 20] [--companies 4] [--places 5] [--after 60000] [--timeout 30000] [--issuers 2] [--seed 1]
  --seconds    how long the authority does not answer
  --rate       vouchers a second, sent at random moments without waiting for earlier answers
  --companies  and --places: points of sale of each company; another stands in for each
  --after      CONTINGENCY_AFTER_MS, in milliseconds
  --timeout    TAXAUTH_TIMEOUT_MS: how long a call waits for an authority that takes it and says nothing`;

interface Sent {
  /** Since the authority went away. */
  atMs: number;
  ms: number;
  status: number | "none";
  isCaea: boolean;
}

const substituteOf = 500;

/** Measures an outage of the authority: what the callers are answered, and how long the reports take after it. */
export async function run(args: string[]): Promise<void> {
  const defaults = {
    seconds: "300",
    rate: "20",
    companies: "4",
    places: "5",
    after: "60000",
    timeout: "30000",
    issuers: "2",
    seed: "1",
  };
  const options = readOptions(args, usage, defaults);
  if (!options) return;
  const of = (name: keyof typeof defaults) => options[name][0];
  const circumstances = readCircumstances(of("seed"));
  const random = createRandom(of("seed"));
  await using bench = await openBench(circumstances);
  const sequences = await bench.seed(of("companies"), of("places"));
  await standIn(bench);
  const env = { CONTINGENCY_AFTER_MS: `${of("after")}`, TAXAUTH_TIMEOUT_MS: `${of("timeout")}` };
  await using service = await bench.start({ issuers: of("issuers"), env });
  const seconds = of("seconds");
  const onProgress = progressBar("outage", seconds);
  onProgress(0, "warming up");
  await warmUp(service, sequences);
  await bench.authority.control.set({ latencyMs: 300 });
  await awaitCodes(bench);

  const sent: Sent[] = [];
  const [{ now: wentAt }] = (await bench.sql<{ now: Date }>("SELECT clock_timestamp() AS now")) as [{ now: Date }];
  const startedAtMs = performance.now();
  await bench.authority.control.pushFault({ operation: "*", action: "delay", ms: 3_600_000, times: null });
  const drawing = setInterval(
    () =>
      onProgress(Math.min(seconds, Math.round((performance.now() - startedAtMs) / 1_000)), `${sent.length} answers`),
    1_000,
  );
  const selling = openLoop(random, { perSecond: of("rate"), seconds }, async () => {
    const sentAtMs = performance.now();
    const answer = await service.client
      .ask(sequenceOf(sequences, random.integer(0, sequences.length - 1)))
      .catch(() => undefined);
    const isCaea = answer?.text.includes('"authorization":"CAEA"') ?? false;
    sent.push({
      atMs: sentAtMs - startedAtMs,
      ms: performance.now() - sentAtMs,
      status: answer?.status ?? "none",
      isCaea,
    });
  });
  await delay(seconds * 1_000);
  await bench.authority.control.clearFaults();
  const backAtMs = performance.now() - startedAtMs;
  await selling;
  clearInterval(drawing);

  onProgress(seconds, "reporting");
  const ended = await readEnds(bench, wentAt);
  const [counts] = await bench.sql<{ caea: number; open: number }>(`
    SELECT (SELECT count(*)::int FROM voucher WHERE caea) AS caea,
      (SELECT count(*)::int FROM issuance WHERE state IN ('queued', 'submitted')) AS open`);
  const granted = (await bench.authority.control.ledger()).length;
  const [{ vouchers }] = (await bench.sql<{ vouchers: number }>("SELECT count(*)::int AS vouchers FROM voucher")) as [
    { vouchers: number },
  ];

  const during = sent.filter(({ atMs }) => atMs >= ended.begunMs && atMs < backAtMs);
  const issued = during.filter(({ status }) => status === 201);
  const share = issued.length / during.length;
  const p50Ms = percentile(
    issued.map(({ ms }) => ms),
    0.5,
  );
  const p99Ms = percentile(
    issued.map(({ ms }) => ms),
    0.99,
  );
  console.log(`\n${describeCircumstances(circumstances)}\n`);
  console.log(
    drawTable(
      ["PHASE", "REQUESTS", "201 CAEA", "201 CAE", "OTHERS", "P50 MS", "P99 MS"],
      [
        ["before the contingency", ...summary(sent.filter(({ atMs }) => atMs < ended.begunMs))],
        ["while it lasts", ...summary(during)],
      ],
      "",
    ),
  );
  const backS = (ms: number) => ((ms - backAtMs) / 1_000).toFixed(1);
  console.log(
    `\nbegun after ${(ended.begunMs / 1_000).toFixed(1)} s in the last company; after the authority's return: contingency over ${backS(ended.overMs)} s, last of ${counts?.caea} reports ${backS(ended.reportedMs)} s; ${counts?.open} issuances open; ${vouchers} vouchers here, ${granted} at the authority`,
  );
  const goals = {
    "all answered 201 from the moment the contingency begins": share === 1,
    "every voucher is at the authority": vouchers === granted && counts?.open === 0,
  };
  console.log(`\n${describeGoals(goals)}`);
  const results = { share, p50Ms, p99Ms, ended, backAtMs, counts, vouchers, granted };
  console.log(`\n${writeReport("outage", circumstances, { options, goals, results })}`);
}

function summary(sent: Sent[]): (string | number)[] {
  const issued = sent.filter(({ status }) => status === 201);
  const caea = issued.filter(({ isCaea }) => isCaea).length;
  const others = new Map<string, number>();
  for (const { status } of sent) if (status !== 201) others.set(`${status}`, (others.get(`${status}`) ?? 0) + 1);
  const times = issued.map(({ ms }) => ms);
  return [
    sent.length,
    caea,
    issued.length - caea,
    [...others].map(([status, count]) => `${count} x ${status}`).join(", ") || "-",
    Math.round(percentile(times, 0.5)),
    Math.round(percentile(times, 0.99)),
  ];
}

/** Lets another point of sale stand in for each, in our database and at the authority. */
async function standIn({ sql, authority }: Bench): Promise<void> {
  await sql(
    `INSERT INTO point_of_sale (company_id, production, number, authorized_by)
     SELECT company_id, production, number + $1::int, 'CAEA' FROM point_of_sale`,
    [substituteOf],
  );
  await sql("UPDATE point_of_sale SET contingency_pos = number + $1::int WHERE authorized_by = 'CAE'", [substituteOf]);
  const rows = await sql<{ cuit: string; number: number; caea: boolean }>(`
    SELECT DISTINCT c.cuit, p.number, p.authorized_by = 'CAEA' AS caea FROM point_of_sale p JOIN company c ON c.id = p.company_id`);
  const ofCuit = groupBy(rows, ({ cuit }) => cuit);
  const registered = ({ number, caea }: (typeof rows)[number]) =>
    caea ? { number, type: "CAEA - RI IVA - Contingencias" } : number;
  const pointsOfSale = Object.fromEntries([...ofCuit].map(([cuit, all]) => [cuit, all.map(registered)]));
  await authority.control.set({ pointsOfSale });
}

const awaitCodes = ({ sql }: Bench) =>
  waitFor(
    async () => {
      const [missing] = await sql<{ count: number }>(`
        SELECT count(*)::int FROM point_of_sale p WHERE authorized_by = 'CAEA' AND (
          NOT EXISTS (SELECT FROM caea a WHERE a.company_id = p.company_id AND a.production = p.production AND a.code IS NOT NULL)
          OR NOT EXISTS (SELECT FROM sequence s WHERE s.company_id = p.company_id AND s.production = p.production
            AND s.pos_number = p.number AND s.voucher_type = 6 AND s.last_number IS NOT NULL))`);
      return missing?.count === 0;
    },
    { message: "codes and last numbers", timeoutMs: 120_000 },
  );

/** When the contingency began in the last company and was over in the last, and when the last report was taken; all since the beginning. */
async function readEnds({ sql }: Bench, since: Date): Promise<{ begunMs: number; overMs: number; reportedMs: number }> {
  await waitFor(
    async () => {
      const [left] = await sql<{ left: number }>(`
        SELECT ((SELECT count(*) FROM caea_report WHERE state <> 'reported') + (SELECT count(*) FROM issuance WHERE state = 'submitted')
          + (SELECT count(*) FROM contingency WHERE active_since IS NOT NULL))::int AS left`);
      return left?.left === 0;
    },
    { message: "the last report", timeoutMs: 600_000 },
  );
  const [times] = await sql<{ begun: number; over: number; reported: number }>(
    `SELECT (extract(epoch FROM max(created_at) FILTER (WHERE action = 'contingency.start') - $1::timestamptz) * 1000)::float8 AS begun,
       (extract(epoch FROM max(created_at) FILTER (WHERE action = 'contingency.end') - $1::timestamptz) * 1000)::float8 AS over,
       (SELECT (extract(epoch FROM max(reported_at) - $1::timestamptz) * 1000)::float8 FROM caea_report) AS reported
     FROM audit_entry`,
    [since],
  );
  const { begun = Number.NaN, over = Number.NaN, reported = Number.NaN } = times ?? {};
  return { begunMs: begun, overMs: over, reportedMs: reported };
}
