import { expect } from "vitest";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { testOf } from "../../support/groups.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { loggedLines } from "../../support/readers/logged-lines.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { startTraceCollector } from "../../support/servers/trace-collector.js";
import { tracedTo } from "./follow.js";

const sales = 40;

/** Issues, stops both processes, and gives how many spans they say were lost. */
async function issueAndStop(system: System): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: sales }, () => system.request("/invoices", { method: "POST", body: invoiceB() })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(sales).fill(201));
  const startedMs = performance.now();
  expect(await Promise.all([system.stop("api"), system.stop("issuer")])).toEqual(
    Array(2).fill({ code: 0, signal: null }),
  );
  expect(performance.now() - startedMs).toBeLessThan(15_000);
  const lost = (["api", "issuer"] as const).flatMap((name) =>
    loggedLines(system, name, "spans were lost: the collector is away, slow or refuses them"),
  );
  return lost.reduce((sum, { spans }) => sum + Number(spans), 0);
}

/** So few wait that the sales make more. */
const few = { OTEL_BSP_MAX_QUEUE_SIZE: "20", SHUTDOWN_DELAY_MS: "0" };

testOf(
  "faults",
  "while the collector hangs vouchers are issued, processes stop in time, and what is lost is told",
  async () => {
    await using collector = await startTraceCollector("hang");
    await using system = await startSystem({ processes: ["api", "issuer"], env: { ...tracedTo(collector), ...few } });
    expect(await issueAndStop(system)).toBeGreaterThan(sales);
    expect(collector.requests()).toBeGreaterThan(0);
  },
);

testOf("faults", "the same while it refuses what it gets, and while nobody listens", async () => {
  await using collector = await startTraceCollector("refuse");
  for (const url of [collector.url, `http://127.0.0.1:${await findFreePort()}`]) {
    await using system = await startSystem({ processes: ["api", "issuer"], env: { ...tracedTo({ url }), ...few } });
    expect(await issueAndStop(system)).toBeGreaterThan(sales);
  }
});
