import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Violation } from "../../support/readers/violations.js";
import type { Struck } from "./gaps.js";
import type { HostPlace } from "./network.js";
import { directUrl } from "./settings.js";

/** A commit that a PostgreSQL acknowledged, asked past every proxy. */
export interface Acknowledged {
  host: string;
  /** The timeline of its log: each promotion begins another. */
  timeline: number;
  id: string;
  sentAtMs: number;
  ackedAtMs: number;
}

interface Probe {
  /** Ends the probe, and gives the acknowledged commits. */
  stop(): Promise<Acknowledged[]>;
}

const everyMs = 250;
const timeoutMs = 2_000;

/** Makes the probe's table. */
export const probeTable =
  "CREATE TABLE drill_probe (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), host text NOT NULL)";

/** Writes to each PostgreSQL four times a second, whether or not it is the primary. */
export function startProbe(hosts: HostPlace[]): Probe {
  const acknowledged: Acknowledged[] = [];
  let isStopped = false;
  const probe = async (host: HostPlace) => {
    let client: pg.Client | undefined;
    while (!isStopped) {
      try {
        client ??= await open(host);
        const sentAtMs = performance.now();
        const { rows } = await client.query<{ id: string; file: string }>(
          "INSERT INTO drill_probe (host) VALUES ($1) RETURNING id, pg_walfile_name(pg_current_wal_insert_lsn()) AS file",
          [host.name],
        );
        const timeline = Number.parseInt(rows[0]?.file.slice(0, 8) ?? "", 16);
        acknowledged.push({ host: host.name, timeline, id: rows[0]?.id ?? "", sentAtMs, ackedAtMs: performance.now() });
      } catch (error) {
        // A standby goes on being asked: it may become the primary.
        const isStandby = (error as { code?: string }).code === "25006";
        if (!isStandby) client = void client?.end().catch(() => undefined);
      }
      await sleep(everyMs);
    }
    await client?.end().catch(() => undefined);
  };
  const all = Promise.all(hosts.map(probe));
  return {
    async stop() {
      isStopped = true;
      await all;
      return acknowledged;
    },
  };
}

async function open(host: HostPlace): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ connectionString: directUrl(host), connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs },
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/**
 * No PostgreSQL acknowledges a commit that was sent after one on a later timeline was acknowledged, nor one on the timeline on which another has:
 * who is cut off may begin a timeline of the same number.
 */
export function judgePrimaries(acknowledged: Acknowledged[]): Violation[] {
  const sorted = acknowledged.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
  const byAck = acknowledged.toSorted((one, other) => one.ackedAtMs - other.ackedAtMs);
  const owners = new Map<number, string>();
  for (const { timeline, host } of byAck) if (!owners.has(timeline)) owners.set(timeline, host);
  let latest: Acknowledged | undefined;
  let at = 0;
  return sorted.flatMap((one) => {
    for (let acked = byAck[at]; acked && acked.ackedAtMs < one.sentAtMs; acked = byAck[++at])
      if (!latest || acked.timeline > latest.timeline) latest = acked;
    const owner = owners.get(one.timeline);
    if (owner !== one.host) {
      const text = `host ${one.host} took a commit on timeline ${one.timeline}, which is host ${owner}'s`;
      return [{ invariant: "one primary", text }];
    }
    if (!latest || one.timeline >= latest.timeline) return [];
    const text = `host ${one.host} took a commit on timeline ${one.timeline}, ${Math.round(one.sentAtMs - latest.ackedAtMs)} ms after host ${latest.host} did on timeline ${latest.timeline}`;
    return [{ invariant: "one primary", text }];
  });
}

/**
 * Why the drill proves nothing: no fault struck, one after which another primary had to take over moved none, or the probe, which would see what
 * is lost, was told of no commit before a fault or after it.
 */
export function judgeReach(acknowledged: Acknowledged[], struck: Struck[]): string[] {
  if (struck.length === 0) return ["no fault struck"];
  const latest = (fromMs: number, toMs: number) =>
    acknowledged
      .filter(({ ackedAtMs }) => ackedAtMs >= fromMs && ackedAtMs < toMs)
      .reduce((found, { timeline }) => Math.max(found, timeline), 0);
  return struck.flatMap(({ fault, host, atMs, untilMs, movesPrimary }) => {
    const what = `${fault} (host ${host})`;
    const [before, after] = [latest(0, atMs), latest(atMs, untilMs)];
    if (before === 0 || after === 0)
      return [`${what}: the probe was told of no commit ${before === 0 ? "before" : "after"} it`];
    return movesPrimary && after <= before ? [`${what}: no other primary took over, so it struck nothing`] : [];
  });
}

/** How many of them the database does not have any more. */
export async function countLost(
  acknowledged: Acknowledged[],
  sql: (text: string, values: unknown[]) => Promise<{ count: number }[]>,
): Promise<number> {
  const ids = acknowledged.map(({ id }) => id);
  const [row] = await sql("SELECT count(*)::int AS count FROM drill_probe WHERE id = ANY($1::uuid[])", [ids]);
  return ids.length - (row?.count ?? 0);
}
