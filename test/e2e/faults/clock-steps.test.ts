import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { faultRow } from "./fault-row.js";
import {
  askedSinceWarmUp,
  expectAgreement,
  grantedAt,
  invoiceOf,
  posOf,
  post,
  startFaultSystem,
  stateOf,
  waitForState,
  warmUp,
} from "./fault-system.js";

// These tests change the authority's clock or its look-up delay for all sequences at once, so they run alone.
const cuit = "30712345671";
const dayMs = 24 * 3_600_000;
let system: System;
beforeAll(async () => {
  system = await startFaultSystem();
  await system.authority.set({ ticketSeconds: 60 * 24 * 3_600 });
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

faultRow(
  {
    row: 30,
    fault: "the look-up lags behind the counter, with 10016 and 602 at once",
    expected: "after a limited wait 409 and a closed sequence, no new number, and adopted when it shows",
    check: "I4 I7",
  },
  async () => {
    await warmUp(system, 30);
    const pos = posOf(30);
    await system.authority.set({ visibilityLagMs: 3_600_000 });
    await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop", pos });
    const body = invoiceOf(30);
    expect(await post(system, body)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
    expect(await post(system, invoiceOf(30))).toMatchObject({ status: 429, body: { code: "VOUCHER_LOCK_TIMEOUT" } });
    expect(await askedSinceWarmUp(system, 30)).toBe(1);
    expect(await stateOf(system, body)).toMatchObject({ state: "submitted", number: 2 });

    await system.authority.set({ visibilityLagMs: 0 });
    await waitForState(system, body, "approved");
    expect(await post(system, body)).toMatchObject({ status: 200, body: { result: { voucherNumber: 2 } } });
    await expectAgreement(system, 30);
  },
);

faultRow(
  {
    row: 38,
    fault: "at a shared point of sale a foreign voucher equals ours in every field but is older than our request",
    expected: "it is not adopted and ours is not renumbered: 409, and an operator is called",
    check: "I7",
  },
  async () => {
    await warmUp(system, 38);
    const pos = posOf(38);
    await system.authority.issueForeign({ cuit, pos, type: 6 });
    expect(await post(system, invoiceOf(38))).toMatchObject({ status: 201, body: { result: { voucherNumber: 3 } } });
    await system.authority.issueForeign({ cuit, pos, type: 6, processedAgoMs: 60_000 });
    const asked = await askedSinceWarmUp(system, 38);
    await system.authority.pushFault({ operation: "FECAESolicitar", when: "before", action: "drop", pos });

    // 121.00 to a final consumer, like the foreign voucher.
    const body = invoiceOf(38, { items: [{ description: "Yerba mate 1 kg", quantity: 1, price: 121, taxType: 5 }] });
    expect(await post(system, body)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
    const looks = (await system.authority.requests({ operation: "FECompConsultar", pos })).length;
    await waitFor(
      async () => (await system.authority.requests({ operation: "FECompConsultar", pos })).length >= looks + 2,
      { message: "further looks", timeoutMs: 40_000 },
    );
    expect(await stateOf(system, body)).toMatchObject({ state: "submitted", number: 4 });
    expect((await grantedAt(system, pos)).map(({ foreign }) => foreign)).toEqual([false, true, false, true]);
    expect(await askedSinceWarmUp(system, 38)).toBe(asked + 1);
    await waitFor(async () => readFileSync(system.logFile("issuer"), "utf8").includes("an operator must decide"), {
      message: "an operator must decide",
    });
    await expectAgreement(system, 38, { open: 1 });
  },
);

faultRow(
  {
    row: 62,
    fault: "midnight and then the whole date window pass while a number is unresolved",
    expected:
      "the re-send keeps the date, and outside the window it is rejected once none of our requests can be alive",
    check: "I3 I11",
  },
  async () => {
    await warmUp(system, 62);
    const pos = posOf(62);
    const loseIt = async () => {
      await system.authority.pushFault({ operation: "FECAESolicitar", when: "before", action: "drop", pos });
      await system.authority.pushFault({ operation: "FECompConsultar", action: "status", pos, times: null });
      const body = invoiceOf(62);
      expect(await post(system, body)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
      return body;
    };

    const overnight = await loseIt();
    await system.authority.set({ clockOffsetMs: dayMs });
    await system.authority.clearFaults();
    await waitForState(system, overnight, "approved");
    expect((await grantedAt(system, pos))[1]).toMatchObject({ number: 2, date: overnight.voucherDate });

    const tooLate = await loseIt();
    await system.authority.set({ clockOffsetMs: 20 * dayMs });
    await system.authority.clearFaults();
    await waitForState(system, tooLate, "rejected");
    expect(await grantedAt(system, pos)).toHaveLength(2);
    await expectAgreement(system, 62);
  },
);
