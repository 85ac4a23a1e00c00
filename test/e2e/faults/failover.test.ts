import pg from "pg";
import { afterAll, beforeAll, expect, inject } from "vitest";
import type { System } from "../../support/processes/system.js";
import { readLedgers } from "../../support/readers/three-ledgers.js";
import { findViolations } from "../../support/readers/violations.js";
import { restartWith } from "./crash.js";
import { faultRow } from "./fault-row.js";
import {
  expectAgreement,
  grantedAt,
  invoiceOf,
  otherPosOf,
  post,
  startFaultSystem,
  waitForState,
  warmUp,
} from "./fault-system.js";

let system: System;
beforeAll(async () => {
  system = await startFaultSystem();
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes a replica with everything committed until now. Gives a function that fails over to it. */
async function takeReplica(): Promise<() => Promise<void>> {
  const primary = new URL(system.databaseUrl).pathname.slice(1);
  const replica = `${primary}_replica`;
  const disconnect = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${primary}'`;
  const closed = (isOpen: boolean) => `ALTER DATABASE ${primary} ALLOW_CONNECTIONS ${isOpen}`;
  await onServer(closed(false), disconnect, `CREATE DATABASE ${replica} TEMPLATE ${primary}`, closed(true));
  return () =>
    onServer(`DROP DATABASE ${primary} WITH (FORCE)`, `ALTER DATABASE ${replica} RENAME TO ${primary}`, closed(true));
}

faultRow(
  {
    row: 46,
    fault: "a failover of PostgreSQL loses the last commits",
    expected: "a write-ahead is adopted, and a forgotten voucher is never adopted for another sale",
    check: "I2 I3",
  },
  async () => {
    // The replica has the write-ahead and lacks the voucher's commit.
    await restartWith(system, "issuer", "before_first_byte:stop@2");
    await warmUp(system, 46);
    const sent = invoiceOf(46);
    const answer = post(system, sent);
    await system.frozen("issuer");
    const promoteFirst = await takeReplica();
    system.thaw("issuer");
    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    await promoteFirst();
    await waitForState(system, sent, "approved");
    // Recorded anew, the voucher has another id than its caller was told.
    for (const exchange of system.told) delete exchange.answer;
    expect(await post(system, sent)).toMatchObject({ status: 200, body: { result: { voucherNumber: 2 } } });
    await expectAgreement(system, 46);

    // The replica lacks the whole voucher: our numbering is behind the authority's, and that is noticed.
    await warmUp(system, 46, { posNumber: otherPosOf(46) });
    const promoteSecond = await takeReplica();
    const lost = invoiceOf(46, { posNumber: otherPosOf(46) });
    expect(await post(system, lost)).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    await promoteSecond();
    const next = invoiceOf(46, { posNumber: otherPosOf(46) });
    expect(await post(system, next)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
    expect(await grantedAt(system, otherPosOf(46))).toHaveLength(2);

    // Without synchronous replication only the authority has this voucher. The other sale waits for an operator.
    const cae = (await grantedAt(system, otherPosOf(46)))[1]?.cae;
    const violations = findViolations(await readLedgers(system)).map(({ invariant, text }) => `${invariant} ${text}`);
    expect(violations).toEqual([
      expect.stringContaining(`I1 I2 granted and not ours: 30712345671/homologation/${otherPosOf(46)}-6-2 cae ${cae}`),
      expect.stringContaining(`${lost.idempotency}: answered 201 and there is no voucher`),
      expect.stringContaining(`${next.idempotency} is still submitted as 2`),
    ]);
  },
);
