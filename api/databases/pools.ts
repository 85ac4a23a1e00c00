import { noticeAtConnect } from "../../shared/db/incarnation/incarnation.js";
import { besideReadiness, type Connections, openConnections } from "../../shared/db/pool/connections.js";
import { type Database, openDatabase } from "../../shared/db/pool/database.js";
import { openTenantDatabase, type TenantDatabase } from "../../shared/db/pool/tenant-database.js";
import { openSnapshots, type SnapshotPool } from "../../shared/db/reports/snapshot.js";

/**
 * The API's connections, in turns by what they are for: nothing that takes long can take the connections of what must not wait. And no
 * tenant can hold all of them.
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

/** So many of `all`, and one at least. */
const part = (all: number, of: number, most = all) => Math.min(most, Math.max(1, Math.floor(all / of)));

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
  // Of three, one each: then an answer waits for a file.
  const answers = all > 3 ? { answers: 1 } : {};
  const own = { issuing: part(all - 1, 3), others: 1, ...answers, files: 1 };
  const shared = openConnections(url, { connections: all, own, timeoutMs });
  const others = { share: "others", connections: 4 };
  const writing = { statementMs: 10_000, lockMs: 5_000, onConnect };
  const reports = (share: string, most: number): ReportPool => ({
    most,
    ...openSnapshots(shared, { share, connections: most, statementMs: 30_000, abandonedMs: 120_000 }),
  });
  const people = openDatabase(shared, others);
  const tenants = {
    issuing: openTenantDatabase(shared, {
      share: "issuing",
      connections: all,
      perTenant: part(all, 3, 3),
      ...writing,
    }),
    // A statement of a page keeps a processor busy for a millisecond. More at once would only slow each other down.
    pages: openTenantDatabase(shared, { ...others, perTenant: part(all, 3, 3), statementMs: 10_000, onePlan: true }),
    reading: openTenantDatabase(shared, {
      share: "others",
      connections: part(all, 3),
      perTenant: part(all, 4, 2),
      statementMs: 15_000,
    }),
    // One at a time: more of one tenant would only wait for its company's lock.
    administration: openTenantDatabase(shared, { ...others, perTenant: 1, ...writing }),
  };
  return {
    ...tenants,
    people: people.db,
    reports: {
      files: reports("files", part(all, 3, 3)),
      answers: reports(all > 3 ? "answers" : "files", part(all, 5, 2)),
    },
    connections: shared,
    async close() {
      await Promise.all([people.close(), ...Object.values(tenants).map((pool) => pool.close())]);
      await shared.close();
    },
  };
}
