import { afterEach, expect, test } from "vitest";
import { startHealthServer } from "../../../shared/health-server.js";
import { findFreePort } from "../../support/free-port.js";

let close = async (): Promise<void> => undefined;
afterEach(() => close());

async function start(isReady: () => Promise<boolean>) {
  const port = await findFreePort();
  const server = await startHealthServer(port, isReady);
  close = server.close;
  return (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
}

test.each([
  ["ready", async () => true, 200],
  ["not ready", async () => false, 503],
  ["failing", async () => Promise.reject(new Error("no database")), 503],
])("a process that is %s says so, and lives", async (_name, isReady, status) => {
  const get = await start(isReady);
  expect((await get("/health/ready")).status).toBe(status);
  expect((await get("/health/live")).status).toBe(200);
  expect((await get("/unknown")).status).toBe(404);
});

test("metrics are given in the text format", async () => {
  const get = await start(async () => true);
  const response = await get("/metrics");
  expect(response.headers.get("content-type")).toContain("text/plain");
  expect(await response.text()).toContain("process_cpu_seconds_total");
});

test("without a port nothing is opened", async () => {
  await (await startHealthServer(undefined, async () => true)).close();
});
