import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startHealthServer } from "../../../shared/process/health-server.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { keptLog } from "../../support/readers/kept-log.js";

const { log } = keptLog();

let close = async (): Promise<void> => undefined;
afterEach(() => close());

async function start(report: () => Promise<{ ok: boolean }>) {
  const port = await findFreePort();
  const server = await startHealthServer({ port }, report, log);
  close = server.close;
  return (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
}

test.each([
  ["ready", async () => ({ ok: true }), 200],
  ["not ready", async () => ({ ok: false }), 503],
  ["failing", async () => Promise.reject(new Error("no database")), 503],
])("a process that is %s reports it and still passes the liveness check", async (_name, report, status) => {
  const get = await start(report);
  expect((await get("/health/ready")).status).toBe(status);
  expect((await get("/health/live")).status).toBe(200);
  expect((await get("/unknown")).status).toBe(404);
});

test("metrics are served in the text format", async () => {
  const get = await start(async () => ({ ok: true }));
  const response = await get("/metrics");
  expect(response.headers.get("content-type")).toContain("text/plain");
  expect(await response.text()).toContain("process_cpu_seconds_total");
});

test("with an address of the host, only that one answers", async () => {
  const report = async () => ({ ok: true });
  const [open, bound] = [await findFreePort(), await findFreePort()];
  const servers = [
    await startHealthServer({ port: open }, report, log),
    await startHealthServer({ port: bound, host: "127.0.0.1" }, report, log),
  ];
  close = async () => void (await Promise.all(servers.map((server) => server.close())));
  const statusOf = async (host: string, port: number) =>
    fetch(`http://${host}:${port}/health/live`).then(
      ({ status }) => status,
      () => "refused",
    );
  expect([await statusOf("127.0.0.1", open), await statusOf("127.0.0.2", open)]).toEqual([200, 200]);
  expect([await statusOf("127.0.0.1", bound), await statusOf("127.0.0.2", bound)]).toEqual([200, "refused"]);
});

test("of a hundred requests in a packet one begins, and the next when it was answered", async () => {
  const answers: ((report: { ok: boolean }) => void)[] = [];
  const port = await findFreePort();
  const server = await startHealthServer({ port }, () => new Promise((resolve) => answers.push(resolve)), log);
  close = server.close;
  const client = connect(port, "127.0.0.1");
  await once(client, "connect");
  client.write("GET /health/ready HTTP/1.1\r\nHost: a\r\n\r\n".repeat(100));
  await expect.poll(() => answers.length).toBe(1);
  // What the packet had besides would have begun in the same turn of the loop.
  answers[0]?.({ ok: true });
  await once(client, "data");
  await expect.poll(() => answers.length).toBe(2);
  client.destroy();
});

test("without a port no server is started", async () => {
  await (await startHealthServer({ port: undefined }, async () => ({ ok: true }), log)).close();
});
