import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { findRedis } from "../../sandbox/servers/redis-binary.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

const run = promisify(execFile);
const password = "b9d0c1";

let folder: string;
let port: number;
let database: TestDatabase;
const toStop: (() => unknown)[] = [];

/** The server as compose.yaml runs it: our certificates, `valkey.conf`, and the password in the settings on standard input. */
beforeAll(async () => {
  database = await createDatabase();
  toStop.push(() => database.drop());
  folder = mkdtempSync(path.join(tmpdir(), "talonario-tls-"));
  toStop.push(() => rmSync(folder, { recursive: true, force: true }));
  await run(process.execPath, ["dist/shared/deploy/certificates-main.js", "localhost", folder, folder], {
    cwd: projectFolder,
  });
  port = await findFreePort();
  const { command, env } = await findRedis();
  const server = spawn(command, ["-"], { env, cwd: folder, stdio: ["pipe", "ignore", "ignore"] });
  toStop.push(async () => {
    const ended = once(server, "exit");
    server.kill();
    await ended;
  });
  server.stdin.end(`include ${path.join(projectFolder, "shared/deploy/valkey.conf")}
requirepass ${password}
tls-port ${port}
tls-cert-file ${folder}/localhost.crt
tls-key-file ${folder}/localhost.key
tls-ca-cert-file ${folder}/ca.crt
`);
  await waitFor(async () => (await checkRedis(url(), "ca.crt")).ok, { message: "Redis to answer over TLS" });
});
afterAll(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
});

const url = (secret = password, scheme = "rediss") => `${scheme}://:${secret}@localhost:${port}`;

/** What the operator's doctor, a process of its own, says of Redis at this URL when it trusts this authority. */
async function checkRedis(redisUrl: string, authority?: string): Promise<{ ok: boolean; detail: string }> {
  const env = {
    PATH: process.env.PATH,
    REDIS_URL: redisUrl,
    ...(authority && { NODE_EXTRA_CA_CERTS: path.join(folder, authority) }),
  };
  const options = { cwd: projectFolder, env: { ...env, DATABASE_URL: database.url } };
  const { stdout } = await run(process.execPath, ["dist/api/admin/main.js", "doctor", "--json"], options).catch(
    (error) => error as { stdout: string },
  );
  const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; detail: string }[] };
  return checks.find(({ name }) => name === "redis") ?? { ok: false, detail: stdout };
}

test("a process works with Redis over TLS, with a password and our own authority", async () => {
  const metricsPort = await findFreePort();
  const mailer = spawn(process.execPath, ["dist/mailer/main.js"], {
    cwd: projectFolder,
    stdio: "ignore",
    env: {
      DATABASE_URL: database.url,
      REDIS_URL: url(),
      NODE_EXTRA_CA_CERTS: path.join(folder, "ca.crt"),
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "facturas@example.com",
      METRICS_PORT: `${metricsPort}`,
    },
  });
  try {
    const readiness = async () => {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/health/ready`);
      return (await answer.json()) as { ok: boolean; redis: boolean };
    };
    await waitFor(
      () =>
        readiness().then(
          ({ ok, redis }) => ok && redis,
          () => false,
        ),
      { message: "the mailer to be ready with Redis" },
    );
  } finally {
    mailer.kill("SIGKILL");
  }
});

test("Redis is refused without the authority, and it refuses a wrong password and plain text", async () => {
  const [unknown, wrong, plain] = await Promise.all([
    checkRedis(url()),
    checkRedis(url("wrong"), "ca.crt"),
    checkRedis(url(password, "redis"), "ca.crt"),
  ]);
  expect(unknown).toMatchObject({ ok: false, detail: expect.stringContaining("certificate") });
  expect(wrong).toMatchObject({ ok: false, detail: expect.stringContaining("WRONGPASS") });
  expect(plain.ok).toBe(false);
});

test("a certificate for one name is good for no other, even from our authority", async () => {
  expect(await checkRedis(url().replace("localhost", "127.0.0.1"), "ca.crt")).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/altnames|does not match/),
  });
  const constraints = await run("openssl", ["x509", "-in", path.join(folder, "ca.crt"), "-noout", "-text"]);
  expect(constraints.stdout).toMatch(/Name Constraints: critical\s+Permitted:\s+DNS:localhost\n/);
});

test("certificates stay as they are until they are renewed", async () => {
  const made = mkdtempSync(path.join(folder, "made-"));
  const make = (...more: string[]) =>
    run(process.execPath, ["dist/shared/deploy/certificates-main.js", "redis", made, made, ...more], {
      cwd: projectFolder,
    });
  expect((await make()).stdout).toContain("made a certificate");
  writeFileSync(path.join(made, "redis.crt"), "kept");
  expect((await make()).stdout).toContain("has its certificate");
  expect((await make("--renew")).stdout).toContain("made a certificate");
});
