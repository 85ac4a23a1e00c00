import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../../shared/sandbox/wait-for.js";
import { type CommandLine, commandLine } from "../../support/processes/command-line.js";
import type { System } from "../../support/processes/system.js";
import { expectNoViolation } from "../ledgers.js";
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

// The authority behaves otherwise than we know it to. Every row has a sequence of its own: they run side by side.
const cuit = "30712345671";
let system: System;
let run: CommandLine;
beforeAll(async () => {
  system = await startFaultSystem();
  const { host, port } = system.redis.options;
  run = commandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
});
afterAll(async () => {
  await expectNoViolation(system);
  await system[Symbol.asyncDispose]();
});

type Fault = Parameters<System["authority"]["pushFault"]>[0];
const spoil = (row: number, fault: Fault) =>
  system.authority.pushFault({ operation: "FECAESolicitar", pos: posOf(row), ...fault });
const loseAnswer = (row: number) => spoil(row, { when: "after", action: "drop" });

/** Look-ups of the row's sequence are answered with a page instead, until it is called. */
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

/** By itself, within two minutes (I10); and its key tells the voucher from then on. */
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
    fault: "the look-up restates a declared field that identifies nobody",
    expected: "no second voucher: 409, a plain look-up heals it, and an operator opens it",
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
    fault: "the look-up carries an element that nobody ever declared",
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
    fault: "the database's clock steps by ten minutes, either way, between the write-ahead and the look",
    expected: "adopted: the authority's clock alone is believed",
    check: "I2 I7",
  },
  async () => {
    await warmUp(system, 75);
    for (const [index, minutes] of [10, -10].entries()) {
      const see = await blindLookUps(75);
      await loseAnswer(75);
      const body = invoiceOf(75);
      expect((await post(system, body)).status).toBe(409);
      // What the database wrote down before the step is that much older, or of the future, after it.
      await sqlOf(
        body,
        `submitted_at = submitted_at - interval '${minutes} minutes', armed_at = armed_at - interval '${minutes} minutes',
         looks = (SELECT jsonb_agg(jsonb_set(l, '{at}', to_jsonb((l ->> 'at')::bigint - ${minutes * 60_000}))) FROM jsonb_array_elements(looks) l)`,
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
    fault: "a deploy changes how content is declared, between the send and the look",
    expected: "adopted: what was sent is what is compared and recorded",
    check: "I1 I7",
  },
  async () => {
    await warmUp(system, 76);
    const see = await blindLookUps(76);
    await loseAnswer(76);
    const body = await postInDoubt(76);
    // Declared from these today, it would be another voucher in receiver, total and condition.
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
    fault: "look-up and counter lag a minute behind a grant",
    expected: "never 422 nor 502, and the number is never used again; adopted once it shows",
    check: "I2 I6",
  },
  async () => {
    await warmUp(system, 78);
    const lag = (ms: number) =>
      system.authority.set({ visibilityLagMs: { pos: posOf(78), ms }, counterLagMs: { pos: posOf(78), ms } });
    await lag(3_600_000);
    await loseAnswer(78);
    const body = await postInDoubt(78);
    // Its re-send was answered with 10016, which the counter contradicts: that decides nothing.
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
    expected: "10016 to the second is looked up: one voucher",
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
    fault: "somebody else's lot of several numbers covers ours",
    expected: "read as what it is: ours is numbered behind it, before and after a lost answer",
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
    fault: "twenty callers insist on a closed sequence",
    expected: "the authority is asked twelve times a minute at most, and it heals by itself",
    check: "I10",
  },
  async () => {
    await warmUp(system, 82);
    const pos = posOf(82);
    const asked = async () => (await system.authority.requests({ pos })).length;
    const before = await asked();
    const closedAtMs = performance.now();
    // Every send is lost, so that a round has as many questions as it can.
    await spoil(82, { when: "before", action: "drop", times: 1_000 });
    const body = invoiceOf(82);
    const first = post(system, body);
    await waitForState(system, body, "submitted");
    const callers = Array.from({ length: 20 }, async () => {
      for (let tries = 1; tries <= 5; tries++) expect((await post(system, invoiceOf(82))).status).toBe(429);
    });
    await Promise.all(callers);
    expect((await first).status).toBe(409);
    // Two further rounds have come by themselves, and no more than may.
    await waitFor(async () => (await asked()) - before >= 8, { message: "further rounds", timeoutMs: 40_000 });
    expect(performance.now() - closedAtMs).toBeLessThan(60_000);
    expect((await asked()) - before).toBeLessThanOrEqual(12);
    await system.authority.clearFaults({ pos });
    await expectAdopted(82, body);
  },
);
