import { type Database, openDatabase } from "../shared/db/database.js";
import { noticeAtConnect } from "../shared/db/history.js";
import { openSnapshots, type SnapshotPool } from "../shared/db/reports/snapshot.js";
import { openTenantDatabase, type TenantDatabase } from "../shared/db/tenant-database.js";

/**
 * The API's connections, apart by what they are for: nothing that takes long can take the connections of what must not wait. And no
 * tenant can hold all connections of a pool.
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
  /** For reports, each of which keeps a connection while its client reads it. */
  reports: SnapshotPool;
}

/** How many reports a process makes at once: files that are made at their reader's pace, and answers that are made at ours. */
export const maxReports = { files: 3, answers: 2 };

/**
 * On a busy machine a new connection can take seconds, and so can a free one where each answer is slow. A database that lives is waited for
 * three times as long: within the time that a request has. One that refuses connections is told at once.
 */
const patienceMs = 15_000;

/** @param onConnect runs before a connection that writes is used */
export function openPools(url: string, onConnect = noticeAtConnect): Pools & { close(): Promise<void> } {
  const { db: people, close: closePeople } = openDatabase(url, { connections: 4, patienceMs });
  const pools = {
    issuing: openTenantDatabase(url, {
      connections: 10,
      perTenant: 3,
      patienceMs,
      statementMs: 10_000,
      lockMs: 5_000,
      onConnect,
    }),
    // A statement of a page keeps a processor busy for a millisecond. More at once would only slow each other down.
    pages: openTenantDatabase(url, { connections: 4, perTenant: 3, patienceMs, statementMs: 10_000, onePlan: true }),
    reading: openTenantDatabase(url, { connections: 4, perTenant: 2, patienceMs, statementMs: 15_000 }),
    // One at a time: more of one tenant would only wait for its company's lock.
    administration: openTenantDatabase(url, {
      connections: 4,
      perTenant: 1,
      patienceMs,
      statementMs: 10_000,
      lockMs: 5_000,
      onConnect,
    }),
    reports: openSnapshots(url, {
      connections: maxReports.files + maxReports.answers,
      patienceMs,
      statementMs: 30_000,
      abandonedMs: 120_000,
    }),
  };
  return {
    ...pools,
    people,
    async close() {
      await Promise.all([closePeople(), ...Object.values(pools).map((pool) => pool.close())]);
    },
  };
}
