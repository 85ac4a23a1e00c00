import autocannon from "autocannon";
import { readListing } from "../../api/read-listing.js";
import type { Database } from "../../shared/db/database.js";
import { Prisma } from "../../shared/db/generated/client.js";
import { voucherFields } from "../../shared/db/listed-fields.js";
import type { Scope } from "../../shared/db/scope.js";
import { toVoucherStatement } from "../../shared/db/vouchers.js";
import type { FilterClass } from "./filter-classes.js";
import { median } from "./issue-rate.js";

export interface Measured {
  name: string;
  kind: FilterClass["kind"];
  /** `total` of the first query. */
  total: number;
  /** A request alone, with nothing in the database's own memory, and with everything that it needs. */
  coldMs: number;
  aloneMs: number;
  /** With all clients at once, once every connection of the service has made its plans. */
  p50Ms: number;
  p99Ms: number;
  requestsPerSecond: number;
  failures: number;
  /** What the first query's page and total cost inside the database, and their plan. */
  databaseMs: number;
  plan: string;
}

export interface Bench {
  db: Database;
  origin: string;
  key: string;
  scope: Scope;
  clients: number;
  seconds: number;
}

const coldRequests = 3;
const warmUpSeconds = 2;

export async function measureClass(bench: Bench, { name, kind, queries }: FilterClass): Promise<Measured> {
  const { db, origin, key, clients, seconds } = bench;
  const toPath = (query: string) => `/api/demo/invoices?${query}`;
  const headers = { authorization: `Bearer ${key}` };
  const ask = async (query: string) => {
    const startedAtMs = performance.now();
    const response = await fetch(origin + toPath(query), { headers });
    const text = await response.text();
    const ms = performance.now() - startedAtMs;
    if (response.status !== 200) throw new Error(`${query} was answered ${response.status}: ${text}`);
    return { ms, total: (JSON.parse(text) as { total: number }).total };
  };

  const cold: number[] = [];
  for (const query of queries.slice(0, coldRequests)) {
    await db.$executeRaw`SELECT pg_buffercache_evict_all()`;
    cold.push((await ask(query)).ms);
  }
  const alone: { ms: number; total: number }[] = [];
  for (const query of queries) alone.push(await ask(query));
  for (let more = alone.length; more < 20; more++) alone.push(await ask(queries[0] ?? ""));

  const { latency, requests, non2xx, errors, timeouts } = await autocannon({
    url: origin,
    connections: clients,
    duration: seconds,
    headers,
    requests: queries.map((query) => ({ method: "GET", path: toPath(query) })),
    warmup: { connections: clients, duration: warmUpSeconds },
  });
  return {
    name,
    kind,
    total: alone[0]?.total ?? 0,
    coldMs: median(cold),
    aloneMs: median(alone.map(({ ms }) => ms)),
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    requestsPerSecond: requests.average,
    failures: non2xx + errors + timeouts,
    ...(await explain(bench, queries[0] ?? "")),
  };
}

async function explain({ db, scope }: Bench, query: string): Promise<{ databaseMs: number; plan: string }> {
  const listing = readListing(new URLSearchParams(query), voucherFields);
  const { statement = Prisma.sql`SELECT` } = (await toVoucherStatement(db, scope, listing)) ?? {};
  const lines = await db.$queryRaw<{ "QUERY PLAN": string }[]>(
    Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY ON) ${statement}`,
  );
  const plan = lines.map((line) => line["QUERY PLAN"]);
  const ms = (what: string) => Number(plan.find((line) => line.startsWith(what))?.match(/[\d.]+/)?.[0] ?? 0);
  return { databaseMs: ms("Planning Time") + ms("Execution Time"), plan: plan.join("\n") };
}
