import { Gauge, register } from "prom-client";
import { afterAll, expect, test } from "vitest";
import { startHealthServer } from "../../shared/process/health-server.js";
import { findFreePort } from "../sandbox/servers/free-port.js";
import { openIssuingApp } from "../support/processes/issuing-app.js";
import { keptLog } from "../support/readers/kept-log.js";

let pages = 0;
new Gauge({
  name: "test_pages",
  help: "How often a page of metrics was made",
  collect() {
    pages += 1;
    this.set(pages);
  },
});
afterAll(() => register.removeSingleMetric("test_pages"));

/** Asks for the page again and again, and gives how many were made in which time. */
async function askForLong(read: () => Promise<Response>) {
  const [before, beganMs] = [pages, performance.now()];
  for (let asked = 0; asked < 200; asked += 1) expect(await (await read()).text()).toContain("test_pages");
  return { made: pages - before, ms: performance.now() - beganMs };
}

const mayMake = (ms: number) => Math.floor(ms / 100) + 1;

test("a page of metrics is made ten times a second at most, by a process without an API", async () => {
  const port = await findFreePort();
  const health = await startHealthServer({ port, host: "127.0.0.1" }, async () => ({ ok: true }), keptLog().log);
  const { made, ms } = await askForLong(() => fetch(`http://127.0.0.1:${port}/metrics`));
  await health.close();
  expect(made).toBeLessThanOrEqual(mayMake(ms));
});

test("a page of metrics is made ten times a second at most, by the API", async () => {
  await using system = await openIssuingApp();
  const { made, ms } = await askForLong(async () => system.app.request("/metrics"));
  expect(made).toBeLessThanOrEqual(mayMake(ms));
});
