import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { concurrentFaultRow } from "./fault-row.js";
import { invoiceOf, post, postUntilFinal, startFaultSystem, warmUp } from "./fault-system.js";

/** A point of sale of CAEA stands in for the row's. */
async function prepare(system: System, posNumber: number): Promise<void> {
  await system.sql(
    "INSERT INTO point_of_sale (company_id, production, number, authorized_by) SELECT id, false, 901, 'CAEA' FROM company WHERE code = 'demo'",
  );
  await system.sql(
    `UPDATE point_of_sale p SET contingency_pos = 901 FROM company c WHERE c.id = p.company_id AND c.code = 'demo'
     AND p.number = $1 AND NOT p.production`,
    [posNumber],
  );
}

const begun = (system: System) => system.sql("SELECT FROM audit_entry WHERE action = 'contingency.start'");

concurrentFaultRow(
  {
    row: 91,
    fault: "the authority refuses tickets and answers unlisted codes, or our database is away, without an outage",
    expected: "no contingency begins",
    check: "I20",
  },
  async () => {
    const system = await startFaultSystem({ env: { CONTINGENCY_AFTER_MS: "1000" } });
    await warmUp(system, 91);
    const { posNumber } = invoiceOf(91);
    await prepare(system, posNumber);
    await waitFor(async () => (await system.sql("SELECT FROM issuer_reachability")).length > 0, { message: "a round" });

    const refuse = (operation: string, code: string) =>
      system.authority.pushFault({ operation, action: "error", code, pos: posNumber, times: null });
    await refuse("FECAESolicitar", "600");
    await refuse("FECompUltimoAutorizado", "1300");
    await refuse("FECompConsultar", "1300");
    const until = performance.now() + 6_000;
    const told: number[] = [];
    for (; performance.now() < until; await delay(200)) told.push((await post(system, invoiceOf(91))).status);
    expect(told.length).toBeGreaterThan(1);
    expect(told).not.toContain(201);
    expect(await begun(system)).toEqual([]);
    await system.authority.clearFaults();

    await system.proxies.of("issuer", "postgres").refuse();
    const asked = invoiceOf(91);
    const waiting = post(system, asked).catch(() => undefined);
    await waitFor(async () => !(await isReady(system, "issuer")), { message: "the issuer to be without its database" });
    await system.proxies.of("issuer", "postgres").pass();
    await waiting;
    await postUntilFinal(system, asked);
    expect(await begun(system)).toEqual([]);
    await endWithoutViolation(system);
  },
);

concurrentFaultRow(
  {
    row: 92,
    fault: "one host is cut off from the authority, and another is not",
    expected: "the cut-off host takes no sequences and is not ready; callers get CAEs",
    check: "I10",
  },
  async () => {
    const system = await startFaultSystem({ processes: ["api", "issuer", "issuer-2"] });
    for (const row of [92, 93]) await warmUp(system, row);
    await system.proxies.of("issuer-2", "authority").refuse();
    await waitFor(
      async () => {
        await Promise.all([92, 93].map((row) => post(system, invoiceOf(row))));
        return !(await isReady(system, "issuer-2"));
      },
      { message: "the issuer to know that it is cut off", timeoutMs: 60_000 },
    );
    expect(await isReady(system, "issuer")).toBe(true);
    for (let sale = 0; sale < 15; sale++)
      expect((await post(system, invoiceOf(sale % 2 === 0 ? 92 : 93))).status).toBe(201);

    await system.proxies.of("issuer-2", "authority").pass();
    await waitFor(() => isReady(system, "issuer-2"), { message: "the issuer to be back", timeoutMs: 30_000 });
    await endWithoutViolation(system);
  },
);

const isReady = async (system: System, name: "issuer" | "issuer-2") =>
  (await fetch(`${system.originOf(name)}/health/ready`)).ok;
