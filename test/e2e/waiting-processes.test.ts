import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";
import { version } from "../../shared/assets/version.js";
import { findChromium } from "../sandbox/servers/chromium.js";
import { startRedis } from "../sandbox/servers/embedded-redis.js";
import { findFreePort } from "../sandbox/servers/free-port.js";
import { startMailCatcher } from "../sandbox/servers/mail-catcher.js";
import { type Running, spawnService } from "../sandbox/spawn-service.js";
import { answers, waitFor } from "../sandbox/wait-for.js";
import { commandLineInside } from "../support/processes/command-line.js";

const names = ["api", "issuer", "renderer", "mailer"] as const;
type Name = (typeof names)[number];

const opened: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of opened.reverse()) await close();
});

test("processes that start before the migration wait, say so and serve nothing; then they serve, each under its name", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-waiting-"));
  const [redis, mail, chromium, outside] = [
    await startRedis(),
    await startMailCatcher(),
    await findChromium(),
    await findFreePort(),
  ];
  const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await findFreePort()])));
  opened.push(() => rmSync(folder, { recursive: true, force: true }), redis.stop, mail.stop);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `waiting_${process.pid}_${Date.now()}`;
  const server = new pg.Client({ connectionString: inject("postgresUrl") });
  await server.connect();
  await server.query(`CREATE DATABASE ${url.pathname.slice(1)}`);
  opened.push(() => server.end());
  const environment = {
    DATABASE_URL: url.href,
    REDIS_URL: redis.url,
    SECRET_KEY: Buffer.alloc(32, 4).toString("base64"),
    SMTP_URL: mail.smtpUrl,
    MAIL_FROM: "Facturas <facturas@example.com>",
    PDF_STORAGE_URL: `file:${path.join(folder, "pdf")}`,
    CHROMIUM_PATH: chromium.executablePath,
  };
  const logOf = (name: Name) => readFileSync(path.join(folder, `${name}.log`), "utf8");
  const running = Object.fromEntries(
    names.map((name): [Name, Running] => [
      name,
      spawnService({
        command: process.execPath,
        args: [`dist/${name}/main.js`],
        env: {
          ...{ PATH: process.env.PATH, ...environment, ...chromium.env },
          ...(name === "api"
            ? { PORT: `${outside}`, INTERNAL_PORT: `${ports[name]}` }
            : { METRICS_PORT: `${ports[name]}` }),
        },
        cwd: projectFolder,
        logFile: path.join(folder, `${name}.log`),
      }),
    ]),
  ) as Record<Name, Running>;
  opened.push(() => Promise.all(names.map((name) => running[name].stop())));

  const health = (name: Name, what: string) => `http://127.0.0.1:${ports[name]}/health/${what}`;
  for (const name of names) {
    await waitFor(() => answers(health(name, "live")), { message: `${name} to live` });
    await waitFor(() => logOf(name).includes("run npm run -s migrate"), { message: `${name} to say why it waits` });
    const askReady = async () => {
      const ready = await fetch(health(name, "ready"));
      return [name, ready.status, await ready.json()];
    };
    // A server that a busy machine lets answer late counts as away.
    await expect.poll(askReady).toMatchObject([name, 503, { database: true, migrations: false }]);
    // Said once, and nothing is tried on what is not there.
    expect(logOf(name).split("run npm run -s migrate").length - 1, name).toBe(1);
    expect(logOf(name)).not.toMatch(/"level":"(error|fatal)"|does not exist|; retrying/);
    expect(logOf(name)).not.toContain('"msg":"started"');
  }
  await expect(fetch(`http://127.0.0.1:${outside}/openapi.json`), "no door is open").rejects.toThrow();

  await promisify(execFile)(process.execPath, ["dist/shared/db/migrate/migrate-main.js"], {
    cwd: projectFolder,
    env: environment,
  });
  for (const name of names) await waitFor(() => answers(health(name, "ready")), { message: `${name} to be ready` });
  await waitFor(() => answers(`http://127.0.0.1:${outside}/openapi.json`), { message: "the API to serve" });

  const examine = async () => {
    // Starts no browser: the processes alone are looked at.
    const { json } = await commandLineInside({ ...environment, CHROMIUM_PATH: "/dev/null" })("doctor", "--json");
    return (json.checks as { name: string; ok: boolean; detail: string }[]).filter(({ name }) =>
      names.some((one) => one === name),
    );
  };
  const found = await waitFor(
    async () => {
      const checks = await examine();
      return checks.every(({ ok }) => ok) && checks;
    },
    { message: "every process to give a sign of life" },
  );
  expect(found.map(({ name }) => name)).toEqual([...names]);
  for (const { detail } of found) expect(detail).toMatch(new RegExp(`^1 serves, since .*, version ${version}$`));

  const { rows } = await server.query(
    // Not PostgreSQL's own: a worker of autovacuum has no name.
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = $1 AND backend_type = 'client backend' ORDER BY name`,
    [url.pathname.slice(1)],
  );
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(names.map((name) => `talonario-${name}`)));
  expect(rows.map(({ name }) => name)).not.toContain("");

  // Who stops in order takes its sign back.
  expect(await running.issuer.stop().then(() => running.issuer.exited)).toEqual({ code: 0, signal: null });
  expect((await examine()).filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(["issuer"]);
});

test.each([...names, "api/admin", "shared/db/migrate"])(
  "%s tells its version, without any setting",
  async (program) => {
    const main = program === "shared/db/migrate" ? "migrate-main" : "main";
    const env = { PATH: process.env.PATH };
    const { stdout } = await promisify(execFile)(process.execPath, [`dist/${program}/${main}.js`, "--version"], {
      cwd: projectFolder,
      env,
    });
    expect(stdout.trim()).toBe(version);
  },
);
