import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { type CommandLine, commandLine } from "../../support/processes/command-line.js";
import type { System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { concurrentFaultRow } from "./fault-row.js";
import {
  askedSinceWarmUp,
  expectAgreement,
  grantedAt,
  type Invoice,
  invoiceOf,
  posOf,
  post,
  startFaultSystem,
  stateOf,
  waitForState,
  warmUp,
} from "./fault-system.js";

// The authority deviates from its known behaviour. Each row has its own sequence, so the rows run concurrently.
const cuit = "30712345671";
let system: System;
let run: CommandLine;
beforeAll(async () => {
  system = await startFaultSystem();
  const { host, port } = system.redis.options;
  run = commandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

type Fault = Parameters<System["authority"]["pushFault"]>[0];
const spoil = (row: number, fault: Fault) =>
  system.authority.pushFault({ operation: "FECAESolicitar", pos: posOf(row), ...fault });
const loseAnswer = (row: number) => spoil(row, { when: "after", action: "drop" });

/** Answers look-ups of the row's sequence with an HTML page, until the returned function is called. */
async function blindLookUps(row: number): Promise<() => Promise<unknown>> {
  await spoil(row, { operation: "FECompConsultar", action: "html", times: 1_000 });
  return () => system.authority.clearFaults({ pos: posOf(row) });
}

async function postInDoubt(row: number): Promise<Invoice> {
  const body = invoiceOf(row);
  expect(await post(system, body)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
  expect(await stateOf(system, body)).toMatchObject({ state: "submitted", number: 2 });
  return body;
}

/** Expects the voucher to be adopted without help within two minutes (I10), and its key to give it from then on. */
async function expectAdopted(row: number, body: Invoice): Promise<void> {
  await waitForState(system, body, "approved");
  expect(await post(system, body)).toMatchObject({ status: 200, body: { result: { voucherNumber: 2 } } });
  expect((await grantedAt(system, posOf(row))).filter(({ number }) => number === 2)).toHaveLength(1);
  await expectAgreement(system, row);
}

const sqlOf = (body: Invoice, set: string) =>
  system.sql(`UPDATE issuance SET ${set} WHERE idempotency = $1`, [body.idempotency]);

concurrentFaultRow(
  {
    row: 73,
    fault: "the look-up changes a declared field that does not identify the sale",
    expected: "409 and no second voucher, until a normal look-up or an operator settles it",
    check: "I1 I2 I10",
  },
  async () => {
    await warmUp(system, 73);
    const restate = (fields: { field: string; value: string }[]) =>
      system.authority.set({ restated: fields.map((one) => ({ pos: posOf(73), ...one })) });
    await restate([{ field: "MonCotiz", value: "1.000001" }]);
    await loseAnswer(73);
    const body = await postInDoubt(73);
    expect(await post(system, invoiceOf(73))).toMatchObject({ status: 429, body: { code: "VOUCHER_LOCK_TIMEOUT" } });
    await restate([]);
    await expectAdopted(73, body);

    await restate([{ field: "CondicionIVAReceptorId", value: "4" }]);
    await loseAnswer(73);
    const other = invoiceOf(73);
    expect(await post(system, other)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
    const { json } = await run("issuance", "list", "--company", "demo", "--env", "homologation", "--open", "--json");
    const [open] = json.issuances.filter(({ key }: { key: string }) => key === other.idempotency);
    expect(open).toMatchObject({ pos: posOf(73), number: 3, why: expect.stringContaining("CondicionIVAReceptorId") });
    const because = ["--because", "looked up at the portal", "--json"];
    const decided = await run("issuance", "resolve", String(open.id), "--company", "demo", "--adopt", ...because);
    expect(decided.exitCode, decided.stdout).toBe(0);
    expect(await post(system, other)).toMatchObject({ status: 200, body: { result: { voucherNumber: 3 } } });
    expect(await askedSinceWarmUp(system, 73)).toBe(2);
    await expectAgreement(system, 73);
  },
);

concurrentFaultRow(
  {
    row: 74,
    fault: "the look-up has an element that we never declared",
    expected: "the voucher is adopted",
    check: "I2 I10",
  },
  async () => {
    await warmUp(system, 74);
    await system.authority.set({ unknownElements: [{ pos: posOf(74), name: "ZonaFranca", value: "1" }] });
    await loseAnswer(74);
    expect(await post(system, invoiceOf(74))).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 74)).toBe(1);
    await expectAgreement(system, 74);
  },
);

concurrentFaultRow(
  {
    row: 75,
    fault: "the database's clock steps ten minutes forward or back between the write-ahead and the look",
    expected: "the voucher is adopted, because only the authority's clock counts",
    check: "I2 I7",
  },
  async () => {
    await warmUp(system, 75);
    for (const [index, minutes] of [10, -10].entries()) {
      const see = await blindLookUps(75);
      await loseAnswer(75);
      const body = invoiceOf(75);
      expect((await post(system, body)).status).toBe(409);
      // After the step, earlier timestamps look that much older, or lie in the future.
      await sqlOf(
        body,
        `submitted_at = submitted_at - interval '${minutes} minutes', enqueued_at = enqueued_at - interval '${minutes} minutes',
         lookups = (SELECT jsonb_agg(jsonb_set(l, '{at}', to_jsonb((l ->> 'at')::bigint - ${minutes * 60_000}))) FROM jsonb_array_elements(lookups) l)`,
      );
      await see();
      await waitForState(system, body, "approved");
      expect(await post(system, body)).toMatchObject({ status: 200, body: { result: { voucherNumber: 2 + index } } });
    }
    await expectAgreement(system, 75);
  },
);

concurrentFaultRow(
  {
    row: 76,
    fault: "a deploy between the send and the look changes how content is declared",
    expected: "the voucher is adopted, because the sent declaration is what is compared and recorded",
    check: "I1 I7",
  },
  async () => {
    await warmUp(system, 76);
    const see = await blindLookUps(76);
    await loseAnswer(76);
    const body = await postInDoubt(76);
    // A declaration made from this data now would have another receiver, total and condition.
    await sqlOf(
      body,
      `body = jsonb_set(jsonb_set(body, '{customer,docType}', '96'), '{receiverTaxConditionId}', '4'),
       amounts = jsonb_set(jsonb_set(amounts, '{net}', '"1.00"'), '{total}', '"1.21"')`,
    );
    await see();
    await expectAdopted(76, body);
  },
);

concurrentFaultRow(
  {
    row: 78,
    fault: "look-up and counter lag behind a grant",
    expected: "neither 422 nor 502, the number is not used again, and the voucher is adopted once it shows",
    check: "I2 I6",
  },
  async () => {
    await warmUp(system, 78);
    const lag = (ms: number) =>
      system.authority.set({ visibilityLagMs: { pos: posOf(78), ms }, counterLagMs: { pos: posOf(78), ms } });
    await lag(3_600_000);
    await loseAnswer(78);
    const body = await postInDoubt(78);
    // The re-send was answered with 10016, which the counter contradicts: this decides nothing.
    expect(await askedSinceWarmUp(system, 78)).toBeGreaterThanOrEqual(2);
    expect(await post(system, invoiceOf(78))).toMatchObject({ status: 429, body: { code: "VOUCHER_LOCK_TIMEOUT" } });
    expect(await post(system, body)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
    await lag(0);
    await expectAdopted(78, body);
  },
);

concurrentFaultRow(
  {
    row: 80,
    fault: "the network delivers a request twice, and we see the second answer",
    expected: "10016 is looked up, and there is one voucher",
    check: "I1",
  },
  async () => {
    await warmUp(system, 80);
    await spoil(80, { action: "repeat" });
    expect(await post(system, invoiceOf(80))).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await grantedAt(system, posOf(80))).toHaveLength(2);
    await expectAgreement(system, 80);
  },
);

concurrentFaultRow(
  {
    row: 81,
    fault: "a foreign lot of several numbers covers ours",
    expected: "ours is numbered behind the lot, before and after a lost answer",
    check: "I10",
  },
  async () => {
    await warmUp(system, 81);
    const pos = posOf(81);
    await system.authority.issueForeign({ cuit, pos, type: 6, count: 3 });
    expect(await post(system, invoiceOf(81))).toMatchObject({ status: 201, body: { result: { voucherNumber: 5 } } });
    await system.authority.issueForeign({ cuit, pos, type: 6, count: 2 });
    await spoil(81, { when: "before", action: "drop" });
    expect(await post(system, invoiceOf(81))).toMatchObject({ status: 201, body: { result: { voucherNumber: 8 } } });
    await expectAgreement(system, 81);
  },
);

concurrentFaultRow(
  {
    row: 82,
    group: "faults",
    fault: "twenty callers insist on a closed sequence",
    expected: "the authority is asked at most twelve times a minute, and the sequence recovers by itself",
    check: "I10",
  },
  async () => {
    await warmUp(system, 82);
    const pos = posOf(82);
    const asked = async () => (await system.authority.requests({ pos })).length;
    const before = await asked();
    const closedAtMs = performance.now();
    // Every send is lost, so that a round asks as many questions as possible.
    await spoil(82, { when: "before", action: "drop", times: 1_000 });
    const body = invoiceOf(82);
    const first = post(system, body);
    await waitForState(system, body, "submitted");
    const callers = Array.from({ length: 20 }, async () => {
      for (let tries = 1; tries <= 5; tries++) expect((await post(system, invoiceOf(82))).status).toBe(429);
    });
    await Promise.all(callers);
    expect((await first).status).toBe(409);
    // Two further rounds came without a caller, and no more than allowed.
    await waitFor(async () => (await asked()) - before >= 8, { message: "further rounds", timeoutMs: 40_000 });
    expect(performance.now() - closedAtMs).toBeLessThan(60_000);
    expect((await asked()) - before).toBeLessThanOrEqual(12);
    await system.authority.clearFaults({ pos });
    await expectAdopted(82, body);
  },
);
