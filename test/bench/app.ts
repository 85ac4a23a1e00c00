import { randomUUID } from "node:crypto";
import { drawTable } from "../../api/admin/table.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import { waitFor } from "../sandbox/wait-for.js";
import { invoiceB } from "../support/samples/invoice.js";
import { pagesOf } from "./app-pages.js";
import type { Sequence } from "./client.js";
import { median } from "./issue-rate.js";
import { loadVouchers } from "./load-vouchers.js";
import { type Bench, openBench, type Running } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, readCircumstances, rounded, writeReport } from "./report.js";
import { openVisitor, type Visitor } from "./visitor.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- app [--vouchers 2000000] [--looks 200] [--pairs 400]
  --vouchers  of one company, spread over two years
  --looks     how often each page is loaded, one after the other in turns
  --pairs     vouchers that are issued through the form, and as many through the API, in turns`;

const pageGoalMs = 50;
const ratioGoal = 1.2;

/** Of 90 days: a hundred changes a day. */
const auditEntries = 10_000;
const batches = 25;
const elementsOfBatch = 40;

type Owner = Sequence & { productionKey: string };

/** Measures the pages of a company with many vouchers, and issuing through the form of a new voucher beside issuing through the API. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, usage, { vouchers: "2000000", looks: "200", pairs: "400" });
  if (!options) return;
  const [vouchers, looks, pairs] = [options.vouchers[0], options.looks[0], options.pairs[0]];
  const circumstances = readCircumstances();
  await using bench = await openBench(circumstances);
  const sequences = await bench.seed(1, 5);
  const owner = sequences[0] as Owner;
  await load(bench, owner, vouchers);
  await using service = await bench.start({ issuers: 1 });
  const visitor = await openVisitor(bench.databaseUrl, service.origin, owner.company);
  await using _ = { [Symbol.asyncDispose]: () => visitor.close() };
  const base = `/app/${owner.company}/production`;

  const onProgress = progressBar("app", looks + pairs);
  onProgress(0, "warming up");
  await warmUp(service, sequences);
  await sendBatches(service, owner);
  const counting = await visitor.get(`${base}/figures`, { "hx-request": "true" });
  const { pages, missing } = await reachable(visitor, base, await pathsOf(bench, owner));
  for (let warm = 0; warm < 30; warm++) for (const path of Object.values(pages)) await visitor.get(path);

  const samples: Record<string, number[]> = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));
  for (let look = 0; look < looks; look++) {
    onProgress(look, "pages");
    for (const [name, path] of Object.entries(pages)) samples[name]?.push((await visitor.get(path)).ms);
  }
  const issuing = await issueInTurns({ service, visitor, owner, base }, pairs, (done) =>
    onProgress(looks + done, "issuing"),
  );
  onProgress(looks + pairs);

  const results = Object.entries(samples).map(([name, ms]) => ({
    ...{ name, path: pages[name], p50Ms: median(ms), p99Ms: percentile(ms, 0.99), maxMs: Math.max(...ms) },
  }));
  const ratio = median(issuing.form) / median(issuing.api);
  const goals = {
    ...Object.fromEntries(results.map(({ name, p50Ms }) => [`${name}: ${pageGoalMs} ms`, p50Ms < pageGoalMs])),
    [`issuing through the form at most ${ratioGoal} times as long (${ratio.toFixed(3)})`]: ratio <= ratioGoal,
  };
  console.log(`\n${describeCircumstances(circumstances)}`);
  console.log(`${vouchers} vouchers of one company; a page after the other, signed in, over HTTP\n`);
  const rows = results.map(({ name, p50Ms, p99Ms, maxMs }) => [name, ...[p50Ms, p99Ms, maxMs].map(rounded)]);
  console.log(drawTable(["page", "p50 ms", "p99 ms", "max ms"], rows, ""));
  console.log(`\nthe month's figures, counted for the first time: ${rounded(counting.ms)} ms, after the page`);
  if (missing.length > 0) console.log(`not served: ${missing.join(", ")}`);
  console.log(`\nissuing, ${pairs} pairs in turns, the authority at 0 ms\n`);
  const issuingRows = Object.entries(issuing).map(([name, ms]) => [
    name,
    ...[median(ms), percentile(ms, 0.99)].map(rounded),
  ]);
  console.log(drawTable(["through", "p50 ms", "p99 ms"], issuingRows, ""));
  console.log(`\n${describeGoals(goals)}`);
  const told = { options, goals, results, countingMs: counting.ms, issuing, ratio };
  console.log(`\n${writeReport("app", circumstances, told)}`);
}

async function load({ databaseUrl, sql }: Bench, { company }: Owner, rows: number): Promise<void> {
  const [{ id: companyId } = { id: 0 }] = await sql<{ id: number }>("SELECT id FROM company WHERE code = $1", [
    company,
  ]);
  await loadVouchers({ databaseUrl, rows, companyId, others: 0, onProgress: progressBar("loading", rows) });
  await sql(
    `INSERT INTO audit_entry (company_id, production, action, resource_id, actor_type, actor_email, before, after, created_at)
     SELECT $1, true, 'pos.update', (n % 200)::text, 'user', 'ana@example.com', told, told, now() - n * interval '1 minute'
     FROM generate_series(1, $2::int) n, LATERAL (SELECT jsonb_build_object('address', md5(n::text), 'name', 'Local') AS told) t`,
    [companyId, auditEntries],
  );
  await sql("VACUUM (ANALYZE) audit_entry");
  // Otherwise the loaded pages are written to disk while pages are measured.
  await sql("CHECKPOINT");
}

/** Some batches in production, issued to their end. */
async function sendBatches({ origin }: Running, { company, productionKey }: Owner): Promise<void> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${productionKey}`, "content-type": "application/json" };
    const answer = await fetch(`${origin}/api/${company}/batches${path}`, { ...init, headers });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`a batch was answered ${answer.status}: ${body}`);
    return JSON.parse(body) as { total: number };
  };
  for (let sent = 0; sent < batches; sent++) {
    const invoices = Array.from({ length: elementsOfBatch }, () => invoiceB());
    await ask("", { method: "POST", body: JSON.stringify({ name: `Lote ${sent}`, invoices }) });
  }
  await waitFor(async () => (await ask("?state=running&limit=1")).total === 0, {
    message: "the batches to end",
    timeoutMs: 120_000,
    intervalMs: 200,
  });
}

async function pathsOf({ sql }: Bench, { company }: Owner): Promise<Record<string, string>> {
  const [known] = await sql<{ voucher: number; batch: number; customer: string }>(
    `SELECT max(v.id) AS voucher, (SELECT max(b.id) FROM batch b WHERE b.company_id = c.id) AS batch,
       (SELECT doc_number FROM voucher WHERE company_id = c.id AND voucher_type = 1 ORDER BY id DESC LIMIT 1) AS customer
     FROM company c JOIN voucher v ON v.company_id = c.id WHERE c.code = $1 GROUP BY c.id`,
    [company],
  );
  if (!known) throw new Error("nothing was loaded");
  return pagesOf({ ...known, month: argentineDay(Date.now()).slice(0, 7).replace("-", "") });
}

/** The pages with their whole paths, and those that this version of the service does not have. */
async function reachable(visitor: Visitor, base: string, paths: Record<string, string>) {
  const pages: Record<string, string> = {};
  const missing: string[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const { status, text } = await visitor.get(base + path);
    if (status === 404) missing.push(name);
    else if (status === 200) pages[name] = base + path;
    else throw new Error(`${path} was answered ${status}: ${text.slice(0, 500)}`);
  }
  return { pages, missing };
}

interface Issuing {
  service: Running;
  visitor: Visitor;
  owner: Owner;
  base: string;
}

/** Issues the same voucher through the API with a key and through the form, in turns. Gives the milliseconds of each. */
async function issueInTurns(
  { service, visitor, owner, base }: Issuing,
  pairs: number,
  onProgress: (done: number) => void,
): Promise<{ api: number[]; form: number[] }> {
  const { text } = await visitor.get(`${base}/invoices/new/bench`);
  const blank = [
    ...text.matchAll(/<(?:input|select|textarea)\b(?![^>]*type="(?:checkbox|radio)")[^>]*\bname="([^"]+)"/g),
  ];
  const typed = {
    ...Object.fromEntries(blank.map(([, name]) => [name, ""])),
    ...{ posNumber: "1", concept: "1", voucherDate: argentineDay(Date.now()), end: "1", intent: "issue" },
    ...{ "items.0.description": "Yerba mate 1 kg", "items.0.quantity": "1", "items.0.price": "100,00" },
    "items.0.taxType": "5",
  };
  const times: { api: number[]; form: number[] } = { api: [], form: [] };
  const issue = {
    async api() {
      const { sentAtMs, answeredAtMs } = await service.client.issue({ ...owner, key: owner.productionKey });
      return answeredAtMs - sentAtMs;
    },
    async form() {
      const sent = await visitor.post(`${base}/invoices/new/bench-${randomUUID()}`, typed);
      if (!sent.location.endsWith("?said=issued"))
        throw new Error(`the form was answered ${sent.status}: ${sent.text.slice(0, 2_000)}`);
      return sent.ms;
    },
  };
  const warm = Math.min(50, pairs);
  for (let pair = -warm; pair < pairs; pair++) {
    onProgress(Math.max(0, pair));
    for (const way of pair % 2 === 0 ? (["api", "form"] as const) : (["form", "api"] as const)) {
      const ms = await issue[way]();
      if (pair >= 0) times[way].push(ms);
    }
  }
  return times;
}
