import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { restartWith, reviveAfterCrash } from "./crash.js";
import { faultRow } from "./fault-row.js";
import {
  askedSinceWarmUp,
  expectAgreement,
  grantedAt,
  invoiceOf,
  lineUp,
  numbersOf,
  otherPosOf,
  posOf,
  post,
  startFaultSystem,
  stateOf,
  waitForState,
  warmUp,
} from "./fault-system.js";

let system: System;
beforeAll(async () => {
  system = await startFaultSystem();
});
afterAll(async () => {
  await endWithoutViolation(system);
});

/** Makes the first `times` statements that touch the row's point of sale fail in PostgreSQL with this state. */
async function failIn(table: "issuance" | "voucher", row: number, sqlState: string, times: number) {
  const name = `fail_${table}_${row}`;
  // Counts with a PostgreSQL sequence, because that is not rolled back with the failed statement.
  await system.sql(`CREATE SEQUENCE ${name}`);
  await system.sql(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF NEW.pos_number = ${posOf(row)} AND nextval('${name}') <= ${times} THEN
        RAISE EXCEPTION 'made to fail' USING ERRCODE = '${sqlState}';
      END IF;
      RETURN NEW;
    END $$`);
  const when = table === "voucher" ? "INSERT ON voucher" : "UPDATE OF state ON issuance";
  await system.sql(`CREATE TRIGGER ${name} BEFORE ${when} FOR EACH ROW EXECUTE FUNCTION ${name}()`);
  return {
    strikes: async () =>
      Number((await system.sql<{ last: string }>(`SELECT last_value AS last FROM ${name}`))[0]?.last),
    remove: async () => {
      await system.sql(`DROP FUNCTION ${name} CASCADE`);
      await system.sql(`DROP SEQUENCE ${name}`);
    },
  };
}

faultRow(
  {
    row: 43,
    fault: "the issuer is killed between the answer and its commit",
    expected: "the voucher is adopted",
    check: "I1 I2",
  },
  async () => {
    await restartWith(system, "issuer", "after_answer:kill@2");
    await system.expireLocks();
    await warmUp(system, 43);
    const answer = post(system, invoiceOf(43));
    await reviveAfterCrash(system, "issuer");
    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 43)).toBe(1);
    await expectAgreement(system, 43);
  },
);

faultRow(
  {
    row: 44,
    fault: "the commit fails for serialization, for a deadlock, or because PostgreSQL is away",
    expected: "it is retried, and the voucher is not sent again",
    check: "I1 I15",
  },
  async () => {
    await warmUp(system, 44);
    for (const [index, sqlState] of ["40001", "40P01"].entries()) {
      const failing = await failIn("voucher", 44, sqlState, 1);
      const answer = await post(system, invoiceOf(44));
      expect(answer, sqlState).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 + index } } });
      await failing.remove();
    }
    const toPostgres = system.proxies.of("issuer", "postgres");
    const before = toPostgres.struck();
    toPostgres.strike({ match: "talonario_approve", lose: "request" });
    const answer = post(system, invoiceOf(44));
    await waitFor(() => toPostgres.struck() > before, { message: "the commit" });
    await toPostgres.refuse();
    expect(await grantedAt(system, posOf(44))).toHaveLength(4);
    await toPostgres.pass();
    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 4 } } });
    expect(await askedSinceWarmUp(system, 44)).toBe(3);
    await expectAgreement(system, 44);
  },
);

faultRow(
  {
    row: 45,
    fault: "the connection is cut during the voucher's commit",
    expected: "there is one voucher, and its caller is answered",
    check: "I1 I8",
  },
  async () => {
    await warmUp(system, 45);
    system.proxies.of("issuer", "postgres").strike({ match: "talonario_approve", lose: "answer" });
    const body = invoiceOf(45);
    expect(await post(system, body)).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await post(system, body)).toMatchObject({ status: 200, body: { quota: null } });
    expect(await askedSinceWarmUp(system, 45)).toBe(1);
    await expectAgreement(system, 45);
  },
);

async function leaveInQuota(count: number): Promise<void> {
  await system.sql(
    `UPDATE plan SET monthly_vouchers = $1 +
      (SELECT max(used) FROM (SELECT sum(used_production + used_homologation + reserved)::int AS used FROM usage_period GROUP BY company_id) u)`,
    [count],
  );
}

faultRow(
  {
    row: 48,
    fault: "the quota reaches its limit between the record and the commit",
    expected: "the write-ahead reserves it: one is issued, and the other is refused before anything is sent",
    check: "I8",
  },
  async () => {
    await warmUp(system, 48);
    await warmUp(system, 48, { posNumber: otherPosOf(48) });
    await leaveInQuota(1);
    system.freeze("issuer");
    const bodies = [invoiceOf(48), invoiceOf(48, { posNumber: otherPosOf(48) })];
    const answers = bodies.map((body) => post(system, body));
    for (const body of bodies) await waitForState(system, body, "queued");
    system.thaw("issuer");
    const [issued, refused] = (await Promise.all(answers)).sort((one, other) => one.status - other.status);
    expect(issued?.status).toBe(201);
    expect(refused).toMatchObject({ status: 429, body: { code: "SUBSCRIPTION_QUOTA_EXCEEDED" } });

    // A reservation stays valid even if the plan changes during the call to the authority.
    await leaveInQuota(1);
    const pos = posOf(48);
    await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "delay", ms: 800, pos });
    const body = invoiceOf(48);
    const answer = post(system, body);
    await waitForState(system, body, "submitted");
    await system.sql("UPDATE plan SET monthly_vouchers = 1");
    expect((await answer).status).toBe(201);
    await system.sql("UPDATE plan SET monthly_vouchers = 100000");
    await expectAgreement(system, 48);
  },
);

faultRow(
  {
    row: 49,
    fault: "PostgreSQL's disk is full",
    expected: "nothing is sent without the write-ahead, and a failed commit of a voucher is retried",
    check: "I1",
  },
  async () => {
    await warmUp(system, 49);
    const atWriteAhead = await failIn("issuance", 49, "53100", 1_000_000);
    const body = invoiceOf(49);
    const answer = post(system, body);
    await waitForState(system, body, "queued");
    await waitFor(async () => (await atWriteAhead.strikes()) >= 2, { message: "two attempts" });
    expect(await askedSinceWarmUp(system, 49)).toBe(0);
    await atWriteAhead.remove();
    expect((await answer).status).toBe(201);

    const atCommit = await failIn("voucher", 49, "53100", 3);
    expect(await post(system, invoiceOf(49))).toMatchObject({ status: 201, body: { result: { voucherNumber: 3 } } });
    expect(await askedSinceWarmUp(system, 49)).toBe(2);
    await atCommit.remove();
    await expectAgreement(system, 49);
  },
);

/** Sales of a line, each recorded together with the number of the next. */
const four = [{}, {}, {}, {}];

test("after the issuer is killed between recording a voucher and sending the next, the next is sent once under its number [I1 I3]", async () => {
  // The third commit: warm-up, first of the line, and then the second, which is recorded together with the third's number.
  await restartWith(system, "issuer", "after_tx3:kill@3");
  await system.expireLocks();
  await warmUp(system, 1);
  system.freeze("issuer");
  const { bodies, answers } = await lineUp(system, 1, four, () => system.thaw("issuer"));
  expect(await system.exited("issuer")).toMatchObject({ signal: "SIGKILL" });
  expect(await Promise.all(bodies.map((body) => stateOf(system, body)))).toMatchObject([
    { state: "approved", number: 2 },
    { state: "approved", number: 3 },
    { state: "submitted", number: 4 },
    { state: "queued", number: null },
  ]);
  expect(await askedSinceWarmUp(system, 1)).toBe(2);
  await reviveAfterCrash(system, "issuer");
  expect(numbersOf(await answers)).toEqual([2, 3, 4, 5]);
  expect(await askedSinceWarmUp(system, 1)).toBe(4);
  await expectAgreement(system, 1);
});

test("after a lost answer to approve_and_submit its effects are found and nothing is done twice [I1 I3]", async () => {
  await warmUp(system, 2);
  const toPostgres = system.proxies.of("issuer", "postgres");
  const before = toPostgres.struck();
  toPostgres.strike({ match: "talonario_approve_and_submit", lose: "answer" });
  system.freeze("issuer");
  const { answers } = await lineUp(system, 2, four, () => system.thaw("issuer"));
  expect(numbersOf(await answers)).toEqual([2, 3, 4, 5]);
  expect(toPostgres.struck() - before).toBe(1);
  await expectAgreement(system, 2);
});
