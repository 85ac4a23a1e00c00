import { setTimeout as delay } from "node:timers/promises";
import { readListing } from "../../api/parsing/read-listing.js";
import { Prisma } from "../../shared/db/generated/client.js";
import { voucherFields } from "../../shared/db/listing/listed-fields.js";
import { toVoucherStatement } from "../../shared/db/listing/vouchers.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { FilterClass } from "./filter-classes.js";
import { median } from "./issue-rate.js";
import { fetchLoadGenerator } from "./load-generator.js";

export interface Measured {
  name: string;
  kind: FilterClass["kind"];
  /** Vouchers in the whole database. */
  rows: number;
  /** `total` of the first query. */
  total: number;
  /** A request alone: with PostgreSQL's buffers empty (cold), and with its data in them. */
  coldMs: number;
  aloneMs: number;
  /** With all clients at once, after every connection of the service has prepared its plans. */
  p50Ms: number;
  p99Ms: number;
  requestsPerSecond: number;
  failures: number;
  /** The first query's page and total: their time inside the database, and their plan. */
  databaseMs: number;
  plan: string;
}

/** A service over a database of `rows` vouchers. */
interface Server {
  rows: number;
  db: Database;
  origin: string;
  key: string;
  scope: Tenant;
}

/** A class of queries in one database. */
export interface Asked extends FilterClass {
  server: Server;
}

const coldRequests = 3;
const turns = 3;
const warmUpSeconds = 2;

/** Measures one class in all databases. Single requests take turns, so that other load affects all databases equally. */
export async function measureClass(
  asked: Asked[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Measured[]> {
  const measured: Measured[] = [];
  const cold = new Map<Asked, number[]>();
  for (const each of asked) cold.set(each, await askCold(each));
  const generateLoad = await fetchLoadGenerator();
  const alone = await askByTurns(asked);
  for (const each of asked) {
    const { name, kind, queries, server } = each;
    const { latency, requests, non2xx, errors, timeouts } = await generateLoad({
      url: server.origin,
      connections: clients,
      duration: seconds,
      headers: headersOf(server),
      requests: queries.map((query) => ({ method: "GET", path: toPath(query) })),
      warmup: { connections: clients, duration: warmUpSeconds },
    });
    measured.push({
      name,
      kind,
      rows: server.rows,
      total: (await ask(server, queries[0])).total,
      coldMs: median(cold.get(each) ?? []),
      aloneMs: median(alone.get(each) ?? []),
      p50Ms: latency.p50,
      p99Ms: latency.p99,
      requestsPerSecond: requests.average,
      failures: non2xx + errors + timeouts,
      ...(await explain(server, queries[0])),
    });
  }
  return measured;
}

async function askCold({ server, queries }: Asked): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries.slice(0, coldRequests)) {
    await server.db.$executeRaw`SELECT pg_buffercache_evict_all()`;
    times.push((await ask(server, query)).ms);
  }
  return times;
}

/** Sends every query to every database, several times. The first turn only loads the data into memory and does not count. */
async function askByTurns(asked: Asked[]): Promise<Map<Asked, number[]>> {
  const times = new Map<Asked, number[]>(asked.map((each) => [each, []]));
  const longest = Math.max(20, ...asked.map(({ queries }) => queries.length));
  for (let turn = 0; turn <= turns; turn++)
    for (let at = 0; at < longest; at++)
      for (const [each, ofEach] of times) {
        const { ms } = await ask(each.server, each.queries[at % each.queries.length]);
        if (turn > 0) ofEach.push(ms);
      }
  return times;
}

const toPath = (query = "") => `/api/demo/invoices?${query}`;
const headersOf = ({ key }: Server) => ({ authorization: `Bearer ${key}` });

async function ask(server: Server, query = ""): Promise<{ ms: number; total: number }> {
  const startedAtMs = performance.now();
  const response = await fetch(server.origin + toPath(query), { headers: headersOf(server) });
  const text = await response.text();
  const ms = performance.now() - startedAtMs;
  // What the clients left behind is still being answered.
  if (response.status === 429) return delay(50).then(() => ask(server, query));
  if (response.status !== 200) throw new Error(`${query} was answered ${response.status}: ${text}`);
  return { ms, total: (JSON.parse(text) as { total: number }).total };
}

async function explain({ db, scope }: Server, query = ""): Promise<{ databaseMs: number; plan: string }> {
  const listing = readListing(new URLSearchParams(query), voucherFields);
  const { statement = Prisma.sql`SELECT` } = (await toVoucherStatement(db, scope, listing)) ?? {};
  const lines = await db.$queryRaw<{ "QUERY PLAN": string }[]>(
    Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY ON) ${statement}`,
  );
  const plan = lines.map((line) => line["QUERY PLAN"]);
  const ms = (what: string) => Number(plan.find((line) => line.startsWith(what))?.match(/[\d.]+/)?.[0] ?? 0);
  return { databaseMs: ms("Planning Time") + ms("Execution Time"), plan: plan.join("\n") };
}
