import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { type System, shortTurnWaits } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
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

let system: System;
beforeAll(async () => {
  system = await startFaultSystem({ env: shortTurnWaits() });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

/** Leaves a number of the row's sequence unresolved: it is granted, the answer is lost, and look-ups fail. */
async function leaveUnresolved(row: number) {
  const pos = posOf(row);
  await warmUp(system, row);
  await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop", pos });
  await system.authority.pushFault({ operation: "FECompConsultar", action: "html", pos, times: null });
  const body = invoiceOf(row);
  expect(await post(system, body)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
  return body;
}

const looks = async (row: number) =>
  (await system.authority.requests({ operation: "FECompConsultar", pos: posOf(row) })).length;

concurrentFaultRow(
  {
    row: 19,
    fault: "the number before is unresolved",
    expected: "the sequence is closed, other requests get 429, and it recovers by itself",
    check: "I4",
  },
  async () => {
    const body = await leaveUnresolved(19);
    const other = invoiceOf(19);
    expect(await post(system, other)).toMatchObject({ status: 429, body: { code: "VOUCHER_LOCK_TIMEOUT" } });
    expect((await post(system, invoiceOf(19, { posNumber: otherPosOf(19) }))).status).toBe(201);
    expect(await system.authority.requests({ operation: "FECAESolicitar", pos: posOf(19) })).toHaveLength(2);

    await system.authority.clearFaults({ pos: posOf(19) });
    await waitForState(system, body, "approved");
    expect(await stateOf(system, other)).toMatchObject({ state: "cancelled" });
    expect(await post(system, other)).toMatchObject({ status: 201, body: { result: { voucherNumber: 3 } } });
    await expectAgreement(system, 19);
  },
);

concurrentFaultRow(
  {
    row: 61,
    fault: "the authority is closed for maintenance",
    expected: "502 at once where nothing was sent, a closed sequence only for an unknown outcome, and all recovers",
    check: "I10",
  },
  async () => {
    await warmUp(system, 61);
    for (const pos of [posOf(61), otherPosOf(61)])
      await system.authority.pushFault({ operation: "*", action: "html", status: 503, times: null, pos });
    const asked = invoiceOf(61);
    expect(await post(system, asked)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
    expect((await post(system, invoiceOf(61))).status).toBe(429);
    const fresh = invoiceOf(61, { posNumber: otherPosOf(61) });
    expect(await post(system, fresh)).toMatchObject({ status: 502, body: { code: "TAXAUTH_CONNECTION_ERROR" } });
    expect(await stateOf(system, fresh)).toMatchObject({ state: "failed", number: null });

    for (const pos of [posOf(61), otherPosOf(61)]) await system.authority.clearFaults({ pos });
    await waitForState(system, asked, "approved");
    expect((await post(system, fresh)).status).toBe(201);
    await expectAgreement(system, 61);
  },
);

// In line: the issuer has no way to the authority, whichever sequence it serves.
faultRow(
  {
    row: 42,
    fault: "the authority goes away while a number is unresolved",
    expected: "it is looked at again and again, its sequence answers 429, and the others 502",
    check: "I10",
  },
  async () => {
    await warmUp(system, 42, { posNumber: otherPosOf(42) });
    const body = await leaveUnresolved(42);
    const before = await looks(42);
    await waitFor(async () => (await looks(42)) >= before + 2, { message: "further looks" });

    await system.proxies.of("issuer", "authority").refuse();
    const elsewhere = invoiceOf(42, { posNumber: otherPosOf(42) });
    expect(await post(system, elsewhere)).toMatchObject({ status: 502, body: { code: "TAXAUTH_CONNECTION_ERROR" } });
    expect(await post(system, invoiceOf(42))).toMatchObject({ status: 429, body: { code: "VOUCHER_LOCK_TIMEOUT" } });
    expect(await stateOf(system, body)).toMatchObject({ state: "submitted", number: 2 });

    await system.proxies.of("issuer", "authority").pass();
    await system.authority.clearFaults();
    await waitForState(system, body, "approved");
    expect(await post(system, elsewhere)).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    await expectAgreement(system, 42);
  },
);
