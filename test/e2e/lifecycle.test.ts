import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../sandbox/servers/free-port.js";
import { answers, waitFor } from "../sandbox/wait-for.js";
import { fromGroup, testOf } from "../support/groups.js";
import { type ProcessName, startSystemOnOwnServers } from "../support/processes/system.js";
import { invoiceB } from "../support/samples/invoice.js";
import { endWithoutViolation } from "./ledgers.js";

const names: ProcessName[] = ["api", "issuer", "renderer", "mailer"];
const orderly = { code: 0, signal: null };

let system: Awaited<ReturnType<typeof startSystemOnOwnServers>>;
beforeAll(async () => {
  system = await startSystemOnOwnServers({
    env: { TAXAUTH_TIMEOUT_MS: "3000", REQUEST_TIMEOUT_MS: "15000" },
    processEnv: { api: { SHUTDOWN_DELAY_MS: "1500" } },
  });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

const issue = (over = {}) => system.request("/invoices", { method: "POST", body: invoiceB(over) });

async function readinessOf(name: ProcessName): Promise<{ status: number; body: Record<string, boolean> }> {
  const response = await fetch(`${system.originOf(name)}/health/ready`);
  return { status: response.status, body: (await response.json()) as Record<string, boolean> };
}

const askToStop = (name: ProcessName) => process.kill(system.pids()[name] ?? 0, "SIGTERM");

testOf("sandbox", "a process that starts before PostgreSQL and Redis waits for them", async () => {
  expect((await issue()).status).toBe(201);
  await Promise.all(names.map((name) => system.stop(name)));
  const [startPostgres, startRedis] = [await system.servers.endPostgres("stop"), await system.servers.endRedis("stop")];

  const started = Promise.all(names.map((name) => system.start(name)));
  for (const name of names) {
    await waitFor(() => answers(`${system.originOf(name)}/health/live`), { message: `${name} to live` });
    expect(await readinessOf(name), name).toMatchObject({
      status: 503,
      body: { ok: false, database: false, migrations: false, redis: false },
    });
  }
  await startPostgres();
  await startRedis();
  await started;
  expect((await issue()).status).toBe(201);
});

testOf(
  "sandbox",
  "a process without Redis stays ready, reports it, and logs one line when Redis goes and one when it is back",
  async () => {
    const logged = (text: string) => readFileSync(system.logFile("issuer"), "utf8").split(text).length - 1;
    const isWhole = () => logged("Redis is away") === logged("Redis is back");
    await waitFor(async () => isWhole(), { message: "the connections to be back from the test before" });
    const before = logged("Redis is away");
    const wentAway = () => logged("Redis is away") - before;
    const startRedis = await system.servers.endRedis("kill");
    await waitFor(async () => !(await readinessOf("issuer")).body.redis, { message: "the issuer to miss Redis" });
    // Redis counts as away when it refuses connections, not when a connection breaks and reconnects at once.
    await waitFor(async () => wentAway() >= 3, { message: "each connection to say that it is away" });
    expect(await readinessOf("api")).toMatchObject({ status: 200, body: { ok: true, database: true } });
    await startRedis();
    await waitFor(async () => (await readinessOf("issuer")).body.redis, { message: "the issuer to find Redis" });
    await waitFor(async () => (await readinessOf("api")).body.redis, { message: "the API to find Redis" });
    expect((await issue()).status).toBe(201);
    // Each connection logs it once, and not at each try: those of the issuer are three, and one may come and go once more meanwhile.
    await waitFor(async () => isWhole(), { message: "as many connections to be back as were away" });
    expect(wentAway()).toBeLessThan(6);
  },
);

test("a stopping API first reports it, keeps serving for the delay, and then ends", async () => {
  askToStop("api");
  const seen = await waitFor(
    async () => {
      const readiness = await readinessOf("api");
      return readiness.status === 503 && readiness;
    },
    { message: "the API not to be ready", intervalMs: 5 },
  );
  expect(seen.body).toEqual({
    ok: false,
    database: true,
    migrations: true,
    sealingKey: true,
    redis: true,
    stopping: true,
  });
  const last = await issue();
  expect([last.status, last.headers.get("connection")]).toEqual([201, "close"]);
  expect(await system.exited("api")).toEqual(orderly);
  await expect(issue()).rejects.toThrow();
  await system.start("api");
});

testOf(
  "sandbox",
  "an API with an internal port reports there that it stops, serves for the delay, and closes both ports",
  async () => {
    await system.stop("api");
    const internal = `http://127.0.0.1:${await findFreePort()}`;
    await system.start("api", { INTERNAL_PORT: new URL(internal).port });
    const statusOf = async (url: string) => (await fetch(url)).status;
    const paths = ["/health/live", "/health/ready", "/metrics"];
    expect(await Promise.all(paths.map((path) => statusOf(internal + path)))).toEqual([200, 200, 200]);
    expect(await Promise.all(paths.map((path) => statusOf(system.originOf("api") + path)))).toEqual([404, 404, 404]);
    expect(await statusOf(`${internal}/api/demo/invoices`)).toBe(404);

    askToStop("api");
    await waitFor(async () => (await statusOf(`${internal}/health/ready`)) === 503, {
      message: "the API not to be ready",
    });
    expect((await issue()).status).toBe(201);
    expect(await system.exited("api")).toEqual(orderly);
    await expect(issue()).rejects.toThrow();
    await expect(fetch(`${internal}/health/live`)).rejects.toThrow();
    await system.start("api");
  },
);

test("a stopping issuer reports it while it finishes the call that is under way", async () => {
  await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "delay", ms: 1_500 });
  const calls = await system.authority.calls("FECAESolicitar");
  const answer = issue();
  await waitFor(async () => (await system.authority.calls("FECAESolicitar")) > calls, { message: "the call" });
  askToStop("issuer");
  const seen = await waitFor(
    async () => {
      const readiness = await readinessOf("issuer");
      return readiness.status === 503 && readiness;
    },
    { message: "the issuer not to be ready", intervalMs: 5 },
  );
  expect(seen.body).toMatchObject({ ok: false, database: true, stopping: true });
  expect(await system.exited("issuer")).toEqual(orderly);
  expect((await answer).status).toBe(201);
  await system.start("issuer");
});

test.each(fromGroup("sandbox", ["endRedis", "endPostgres"] as const, (end) => end === "endPostgres"))(
  "every process ends in time and with exit code 0 after %s",
  async (end) => {
    const startAgain = await system.servers[end]("kill");
    const exits = await Promise.all(names.map((name) => system.stop(name)));
    await startAgain();
    await Promise.all(names.map((name) => system.start(name)));
    expect(exits).toEqual(names.map(() => orderly));
    expect((await issue()).status).toBe(201);
  },
);

test("a faulty setting or a port in use ends the start with exit code 1", async () => {
  await system.stop("mailer");
  system.start("mailer", { MAIL_FROM: "nobody" }).catch(() => undefined);
  expect(await system.exited("mailer")).toEqual({ code: 1, signal: null });
  const { port } = new URL(system.originOf("issuer"));
  system.start("mailer", { METRICS_PORT: port }).catch(() => undefined);
  expect(await system.exited("mailer")).toEqual({ code: 1, signal: null });
  await system.start("mailer");
});
