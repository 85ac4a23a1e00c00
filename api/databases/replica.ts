import { setTimeout as delay } from "node:timers/promises";
import { createThrottle } from "../../shared/concurrency/throttle.js";
import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import type { Prisma } from "../../shared/db/generated/client.js";
import { type CommitPoint, hasReplayed, readCommitPoint } from "../../shared/db/incarnation/commit-point.js";
import { type Connections, openConnections } from "../../shared/db/pool/connections.js";
import { troubleOf } from "../../shared/db/pool/database-trouble.js";
import { keepToOneServer } from "../../shared/db/pool/one-server.js";
import { openTenantDatabase, tenantPath } from "../../shared/db/pool/tenant-database.js";
import { openSnapshots, type Snapshot } from "../../shared/db/reports/snapshot.js";
import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import { type Pools, type ReportUse, reportPool } from "./pools.js";

/** Reads for a caller who changes nothing: a replica may answer them. */
export interface Reads extends Pick<Pools, "pages" | "reading"> {
  openReport(kind: ReportUse, tenant: Tenant): Promise<Snapshot>;
}

/** Reads from a replica when it has all that was committed for the company, and from the primary otherwise. */
export type ReplicaRead = <Result>(tenant: Tenant, read: (reads: Reads) => Promise<Result>) => Promise<Result>;

/** A replica mostly is a few milliseconds behind. */
const tries = 3;
const pauseMs = 10;
/** The longest that a request waits for the replica to tell whether it will do. */
const timeoutMs = 300;
/** So long nobody asks a replica that was behind, or that was away or slow. */
const restMs = { behind: 1_000, away: 5_000 };
/** So long the primary makes a company's reports after the replica cut one off: it would cut off the next one as well. */
const cutOffMs = 600_000;

const readsOf = ({ pages, reading, reports }: Pools): Reads => ({
  pages,
  reading,
  openReport: (kind, tenant) => reports[kind].open(tenant),
});

/** Everything from the primary. */
export const readPrimary =
  (pools: Pools): ReplicaRead =>
  (_tenant, read) =>
    read(readsOf(pools));

/** How many of a process's connections are the replica's. With few of them the primary needs them all. */
export const ofReplica = (all: number): number => (all < 8 ? 0 : Math.floor(all / 4));

interface ReplicaOptions {
  url: string;
  connections: number;
  nowMs?: () => number;
}

/** @param primary where it is asked what a company's last commit left, and where is read what the replica cannot answer */
export function openReplica(
  primary: Pools,
  { url, connections: all, nowMs = () => performance.now() }: ReplicaOptions,
): { read: ReplicaRead; connections: Connections; close(): Promise<void> } {
  const most = Math.floor(all / 2);
  const connections = openConnections(url, { connections: all, timeoutMs: 2_000, accept: keepToOneServer() });
  const pool = connections.share(all - most, { statementMs: 5_000, searchPath: tenantPath });
  const pages = openTenantDatabase(pool, { perTenant: 2, onePlan: true });
  const reading = openTenantDatabase(pool, { perTenant: 2 });
  const reports = openSnapshots(connections.share(most, reportPool));
  let openReports = 0;
  /** Until when the primary makes whose reports. */
  const cutOff = createThrottle<string>(nowMs);
  /** A report may take minutes: where the replica has no connection left for one, it is the primary's. */
  async function openReport(kind: ReportUse, tenant: Tenant): Promise<Snapshot> {
    const name = tenantKey(tenant);
    if (cutOff.isResting(name) || openReports >= most) return primary.reports[kind].open(tenant);
    openReports++;
    let isOpen = true;
    const leave = () => {
      if (isOpen) openReports--;
      isOpen = false;
    };
    const snapshot = await reports.open(tenant).catch((error) => {
      leave();
      throw error;
    });
    return {
      async *read<Row>(query: Prisma.Sql) {
        try {
          yield* snapshot.read<Row>(query);
        } catch (error) {
          if (isOfReplica(error)) cutOff.rest(name, cutOffMs);
          throw error;
        }
      },
      close: () => snapshot.close().finally(leave),
    };
  }
  const reads: Reads = { pages, reading, openReport };
  const resting = createThrottle<"replica">(nowMs);
  const rest = (ms: number) => resting.rest("replica", ms);

  async function isLevel(tenant: Tenant, mark: CommitPoint): Promise<boolean> {
    for (let left = tries; left > 0; left--) {
      if (await hasReplayed(pages.of(tenant), mark)) return true;
      await delay(pauseMs);
    }
    rest(restMs.behind);
    return false;
  }

  return {
    connections,
    async read(tenant, read) {
      if (resting.isResting("replica")) return read(readsOf(primary));
      // However long it takes: whoever would not wait for it would wait for the primary's page.
      const mark = await readCommitPoint(primary.pages.of(tenant));
      const isUsable = await withTimeout(timeoutMs, isLevel(tenant, mark)).catch(() => {
        rest(restMs.away);
        return false;
      });
      if (!isUsable) return read(readsOf(primary));
      try {
        return await read(reads);
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        rest(restMs.away);
        return read(readsOf(primary));
      }
    },
    async close() {
      await Promise.all([pages.close(), reading.close()]);
      await connections.close();
    },
  };
}

/** Also a statement that stood in the way of what the replica had to apply. Source: PostgreSQL's manual, 27.4.2. */
const isOfReplica = (error: unknown): boolean =>
  troubleOf(error) !== undefined || (error instanceof Error && "code" in error && error.code === "40001");
