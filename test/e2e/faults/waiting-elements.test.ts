import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { readLedgers } from "../../support/readers/three-ledgers.js";
import { findViolations } from "../../support/readers/violations.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { faultRow } from "./fault-row.js";
import { invoiceOf, posOf, startFaultSystem, waitForState, warmUp } from "./fault-system.js";

let system: System;
beforeAll(async () => {
  // The authority's answers are awaited, however late.
  system = await startFaultSystem({ env: { TAXAUTH_TIMEOUT_MS: "20000", REQUEST_TIMEOUT_MS: "60000" } });
});
afterAll(() => system?.[Symbol.asyncDispose]());

interface Batch {
  id: number;
  state: string;
  pending: number;
  issued: number;
}

faultRow(
  {
    row: 88,
    group: "faults",
    fault: "a thousand elements of one company wait for their keys",
    expected: "another company's waiting element is armed within seconds",
    check: "I10",
  },
  async () => {
    const mono = { company: "mono", key: system.keys.mono.keys.test };
    const send = async (invoices: object[], by = {}) =>
      (await system.request<Batch>("/batches", { method: "POST", body: { invoices }, ...by })).body.result.id;
    const look = async (id: number, by = {}) => (await system.request<Batch>(`/batches/${id}`, by)).body.result;

    // A number of the first company stays unresolved: its line is closed, and all its keys are in use.
    await warmUp(system, 88);
    const pos = posOf(88);
    await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop", pos });
    await system.authority.pushFault({ operation: "FECompConsultar", action: "status", pos, times: null });
    const sales = Array.from({ length: 1_000 }, () => invoiceOf(88));
    const first = await send(sales);
    const [sale] = sales;
    if (!sale) throw new Error("a sale");
    await waitForState(system, sale, "submitted");
    // The answer to the batch was lost, so that it is sent again.
    const again = await send(sales);

    // A caller of the second company has the key of its element, until the authority refuses the caller's sale.
    await system.authority.pushFault({
      operation: "FECAESolicitar",
      when: "before",
      action: "delay",
      ms: 6_000,
      pos: 1,
    });
    const good = { ...invoiceB({ posNumber: 1, voucherType: 11 }), idempotency: "row-88-other" };
    const bad = { ...good, items: [{ description: "Todo", quantity: 1, price: 20_000_000, taxType: 3 }] };
    const asked = system.request("/invoices", { method: "POST", body: bad, ...mono });
    await waitForState(system, good, "submitted");
    const other = await send([good], mono);
    expect(await asked).toMatchObject({ status: 422, body: { code: "TAXAUTH_ERROR" } });

    const begunMs = performance.now();
    await waitFor(async () => (await look(other, mono)).issued === 1, { message: "the other company's element" });
    expect(performance.now() - begunMs).toBeLessThan(20_000);
    // All of that happened while the thousand waited.
    expect(await look(again)).toMatchObject({ state: "running", pending: 1_000 });

    await system.authority.clearFaults();
    for (const id of [first, again])
      await waitFor(async () => (await look(id)).issued === 1_000, { message: `batch ${id}`, timeoutMs: 180_000 });
    // The ledgers know single requests alone: not what elements asked for (I7), nor that one sent the caller's key again.
    const ledgers = await readLedgers(system);
    const told = ledgers.told.filter(({ body }) => body.idempotency !== good.idempotency);
    const violations = findViolations({ ...ledgers, told });
    expect(violations.filter(({ invariant }) => invariant !== "I7")).toEqual([]);
  },
);
