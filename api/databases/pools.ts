import { noticeAtConnect } from "../../shared/db/incarnation/incarnation.js";
import { besideReadiness, type Connections, openConnections } from "../../shared/db/pool/connections.js";
import type { Database } from "../../shared/db/pool/database.js";
import { openTenantDatabase, type TenantDatabase, tenantPath } from "../../shared/db/pool/tenant-database.js";
import { openSnapshots, type SnapshotPool } from "../../shared/db/reports/snapshot.js";

/**
 * The API's connections, in shares by what they are for: nothing that takes long can take the connections of what must not wait. And no
 * tenant can hold all of a share that has several.
 */
export interface Pools {
  /** For issuing alone. */
  issuing: TenantDatabase;
  /** For short prepared statements that read a page of a listing, or one voucher. */
  pages: TenantDatabase;
  /** For all other reading: it may take long. */
  reading: TenantDatabase;
  /** For the other writes. Those of one company wait for each other. */
  administration: TenantDatabase;
  /** For the people of the web application, who belong to no tenant. */
  people: Database;
  /** For reports, each of which keeps a connection while it is made. */
  reports: Record<ReportUse, ReportPool>;
}

/** A file is made at its reader's pace, an answer at ours. */
export type ReportUse = "files" | "answers";

interface ReportPool extends SnapshotPool {
  /** How many a process makes at once. */
  most: number;
}

/**
 * On a busy machine a new connection can take seconds, and so can a free one where each answer is slow. A database that lives is waited for
 * three times as long: within the time that a request has. One that refuses connections is told at once.
 */
const timeoutMs = 15_000;

/** A chunk is made at our pace, and left at its reader's. */
export const reportPool = { statementMs: 30_000, abandonedMs: 120_000, searchPath: tenantPath };

/** So much of `all`, and one at least. */
const part = (all: number, of: number) => Math.max(1, Math.floor(all / of));

/** How many connections each share has. Where there are few, one share serves all but issuing and reports. */
function sizesOf(all: number) {
  const issuing = part(4 * all, 11);
  const reports = part(2 * all, 11);
  const rest = all - issuing - reports;
  const writes = all < 6 ? 0 : Math.floor(rest / 2);
  return { issuing, reports, reads: rest - writes, writes };
}

/** All but one, which is for others, and one at least. */
const butOne = (size: number) => Math.max(1, size - 1);

/**
 * @param connections how many the process may open
 * @param onConnect runs before a connection is used to write
 */
export function openPools(
  url: string,
  connections: number,
  onConnect = noticeAtConnect,
): Pools & { connections: Connections; close(): Promise<void> } {
  const all = besideReadiness(connections);
  const sizes = sizesOf(all);
  const shared = openConnections(url, { connections: all, timeoutMs });
  const writing = { lockMs: 5_000, onConnect, searchPath: tenantPath };
  const ofReads = sizes.writes > 0 ? { searchPath: tenantPath } : writing;
  const reads = shared.share(sizes.reads, { statementMs: 15_000, ...ofReads });
  const writes = sizes.writes > 0 ? shared.share(sizes.writes, { statementMs: 15_000, ...writing }) : reads;
  const tenants = {
    issuing: openTenantDatabase(shared.share(sizes.issuing, { statementMs: 10_000, ...writing }), {
      perTenant: Math.min(3, butOne(sizes.issuing)),
    }),
    // A statement of a page keeps a processor busy for a millisecond.
    pages: openTenantDatabase(reads, { perTenant: butOne(sizes.reads), onePlan: true }),
    // It may take long: a page always has a connection beside it, and another tenant too where there are enough.
    reading: openTenantDatabase(reads, {
      perTenant: part(sizes.reads, 2),
      most: butOne(sizes.reads),
    }),
    // One at a time: more of one tenant would only wait for its company's lock.
    administration: openTenantDatabase(writes, { perTenant: 1 }),
  };
  const reports = openSnapshots(shared.share(sizes.reports, reportPool));
  return {
    ...tenants,
    people: tenants.administration.ofNobody,
    reports: {
      // A sum waits for no file, unless there is one connection for both.
      files: { ...reports, most: butOne(sizes.reports) },
      answers: { ...reports, most: sizes.reports },
    },
    connections: shared,
    async close() {
      await Promise.all(Object.values(tenants).map((pool) => pool.close()));
      await shared.close();
    },
  };
}
