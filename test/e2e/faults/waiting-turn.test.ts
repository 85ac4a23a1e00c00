import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { restartWith } from "./crash.js";
import { concurrentFaultRow, faultRow } from "./fault-row.js";
import {
  expectAgreement,
  invoiceOf,
  otherPosOf,
  posOf,
  post,
  startFaultSystem,
  stateOf,
  waitForState,
  warmUp,
} from "./fault-system.js";

// Each row has its own sequence, and what it kills or sets is its own API: so the rows run concurrently. The last restarts the issuer.
let system: System;
beforeAll(async () => {
  system = await startFaultSystem({
    processes: ["api", "api-2", "issuer"],
    spares: ["api-3", "api-4", "api-5"],
    env: { TAXAUTH_TIMEOUT_MS: "8000" },
    processEnv: Object.fromEntries(
      ["api-2", "api-3", "api-4", "api-5"].map((name) => [name, { LOCK_WAIT_MS: "1500" }]),
    ),
  });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

/** Keeps the row's sequence busy, from now on, with a voucher whose answer the authority delays. */
async function occupy(row: number, ms: number) {
  await system.authority.pushFault({
    operation: "FECAESolicitar",
    when: "after",
    action: "delay",
    ms,
    pos: posOf(row),
  });
  const body = invoiceOf(row);
  const answer = post(system, body);
  await waitForState(system, body, "submitted");
  return { answer };
}

concurrentFaultRow(
  {
    row: 11,
    fault: "the client hangs up",
    expected: "the issuance goes on, and the same key gives it",
    check: "I1 I6",
  },
  async () => {
    await warmUp(system, 11);
    const hangUp = new AbortController();
    await system.authority.pushFault({
      operation: "FECAESolicitar",
      when: "after",
      action: "delay",
      ms: 500,
      pos: posOf(11),
    });
    const body = invoiceOf(11);
    const answer = post(system, body, { signal: hangUp.signal });
    await waitForState(system, body, "submitted");
    hangUp.abort();
    await expect(answer).rejects.toThrow();

    await waitForState(system, body, "approved");
    expect(await post(system, body)).toMatchObject({ status: 200, body: { result: { idempotencyHit: true } } });
    await expectAgreement(system, 11);
  },
);

concurrentFaultRow(
  {
    row: 12,
    fault: "the turn does not come in time",
    expected: "it is cancelled and answered 429, and never issued unless the key is sent again",
    check: "I6",
  },
  async () => {
    await warmUp(system, 12);
    const body = invoiceOf(12);
    const busy = await occupy(12, 3_500);
    const refused = await post(system, body, { via: "api-2" });

    expect(refused).toMatchObject({
      status: 429,
      body: { code: "VOUCHER_LOCK_TIMEOUT", details: { retryAfterMs: expect.any(Number) } },
    });
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await stateOf(system, body)).toMatchObject({ state: "cancelled" });
    expect((await busy.answer).status).toBe(201);
    expect((await post(system, invoiceOf(12))).status).toBe(201);
    expect(await stateOf(system, body)).toMatchObject({ state: "cancelled" });
    expect((await post(system, body)).status).toBe(201);
    await expectAgreement(system, 12);
  },
);

concurrentFaultRow(
  {
    row: 13,
    fault: "the turn comes at the moment of the cancel",
    expected: "one of the two wins, and if the turn wins, the API keeps waiting",
    check: "I6",
  },
  async () => {
    await warmUp(system, 13);
    // The deadline passes while the call is under way: the cancel loses.
    await system.authority.pushFault({
      operation: "FECAESolicitar",
      when: "before",
      action: "delay",
      ms: 2_500,
      pos: posOf(13),
    });
    expect((await post(system, invoiceOf(13), { via: "api-2" })).status).toBe(201);

    // The turns come at the pace of the deadlines, so some are issued, some are cancelled, and none is both.
    await system.authority.set({ latencyMs: 240 });
    const bodies = Array.from({ length: 14 }, () => invoiceOf(13));
    const answers = await Promise.all(bodies.map((body) => post(system, body, { via: "api-2" })));
    await system.authority.set({ latencyMs: 0 });
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    await expectAgreement(system, 13);
  },
);

concurrentFaultRow(
  {
    row: 14,
    fault: "the request times out during the call to the authority",
    expected: "504, and the same key gives the voucher",
    check: "I6",
  },
  async () => {
    await warmUp(system, 14);
    await system.start("api-3", { REQUEST_TIMEOUT_MS: "2000" });
    await system.authority.pushFault({
      operation: "FECAESolicitar",
      when: "after",
      action: "delay",
      ms: 3_000,
      pos: posOf(14),
    });
    const body = invoiceOf(14);
    const late = await post(system, body, { via: "api-3" });
    expect(late.status).toBe(504);
    expect(late.body).not.toHaveProperty("code");
    expect(await post(system, body)).toMatchObject({ status: 200, body: { result: { idempotencyHit: true } } });
    await expectAgreement(system, 14);
  },
);

concurrentFaultRow(
  {
    row: 67,
    fault: "an earlier attempt's cancel comes after the key was recorded again",
    expected: "it is refused, because the new deadline has not passed",
    check: "I6",
  },
  async () => {
    await warmUp(system, 67);
    await system.start("api-4", { FAILPOINT: "before_cancel:pause=4500" });
    const busy = await occupy(67, 7_000);
    const body = invoiceOf(67);
    const old = post(system, body, { via: "api-4" });
    await waitForState(system, body, "cancelled");
    const again = post(system, body);
    await waitFor(async () => (await stateOf(system, body))?.revision === 2, {
      message: "the key to be recorded again",
    });

    // The old waiter joins the new attempt.
    expect((await again).status).toBe(201);
    expect(await old).toMatchObject({ status: 200, body: { result: { idempotencyHit: true }, quota: null } });
    expect((await busy.answer).status).toBe(201);
    await expectAgreement(system, 67);
  },
);

concurrentFaultRow(
  {
    row: 68,
    fault: "the API dies before it can cancel",
    expected: "the sweep cancels the overdue row",
    check: "I10",
  },
  async () => {
    await warmUp(system, 68);
    await system.start("api-5", { FAILPOINT: "after_enqueue:kill" });
    const busy = await occupy(68, 5_000);
    const body = invoiceOf(68);
    await expect(post(system, body, { via: "api-5" })).rejects.toThrow();
    await waitForState(system, body, "cancelled");
    expect(await system.exited("api-5")).toMatchObject({ signal: "SIGKILL" });
    expect((await busy.answer).status).toBe(201);

    expect(await stateOf(system, body)).toMatchObject({ state: "cancelled" });
    expect((await post(system, body)).status).toBe(201);
    await expectAgreement(system, 68);
  },
);

faultRow(
  {
    row: 15,
    fault: "the announcement is lost",
    expected: "the API's poll finds the outcome",
    check: "I10",
  },
  async () => {
    await restartWith(system, "issuer", "before_announce:error");
    await system.expireLocks();
    expect((await post(system, invoiceOf(15))).status).toBe(201);
    expect((await post(system, invoiceOf(15, { posNumber: otherPosOf(15) }))).status).toBe(201);
    await expectAgreement(system, 15);
  },
);
