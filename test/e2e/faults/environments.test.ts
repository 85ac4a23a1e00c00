import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { faultRow } from "./fault-row.js";
import { invoiceOf, posOf, post, startFaultSystem, waitForState, warmUp } from "./fault-system.js";

const places = 4;
let system: System;
beforeAll(async () => {
  system = await startFaultSystem({
    env: { ISSUER_CONCURRENCY: String(places), TAXAUTH_TIMEOUT_MS: "20000", REQUEST_TIMEOUT_MS: "60000" },
  });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

faultRow(
  {
    row: 77,
    fault: "one environment's authority hangs on more sequences than an issuer has places",
    expected: "the other environment issues and looks up as usual, and both recover",
    check: "I10",
  },
  async () => {
    const rows = Array.from({ length: 3 * places }, (_, index) => 77 + index);
    for (const row of rows) await warmUp(system, row);
    await system.authority.pushFault({ operation: "*", action: "hang", env: "homologation", times: null });
    const hung = rows.map((row) => invoiceOf(row));
    const waiting = hung.map((body) => post(system, body));
    // Look-ups in that environment also hang, more of them than can run at once.
    const questions = Array.from({ length: 60 }, (_, index) =>
      system.request(`/taxauth/quotation/DOL?date=${20260101 + index}`),
    );
    await waitFor(
      async () => (await system.authority.requests({ operation: "FECAESolicitar" })).length >= rows.length + places,
      { message: "as many calls as there are places" },
    );

    const key = system.keys.keys.production;
    for (const row of rows) {
      const answer = await post(system, invoiceOf(row), { key });
      expect(answer, `point of sale ${posOf(row)}`).toMatchObject({
        status: 201,
        body: { result: { voucherNumber: 1 } },
      });
    }
    expect((await system.request("/taxauth/tables/currencies", { key })).status).toBe(200);
    // All of that happened while every place of the hanging environment was taken.
    expect(await Promise.race([...waiting, "none of them is answered yet"])).toBe("none of them is answered yet");

    await system.authority.clearFaults();
    await Promise.all([...waiting, ...questions]);
    for (const body of hung) await waitForState(system, body, "approved", "cancelled", "failed");
  },
);
