import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { commandLineInside, succeeding } from "../../support/processes/command-line.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

let database: TestDatabase;
let db: Database;
let closeDb: () => Promise<void>;
let home: string;

beforeAll(async () => {
  database = await createDatabase();
  ({ db, close: closeDb } = openDatabase(database.url, { connections: 2 }));
  home = mkdtempSync(path.join(tmpdir(), "talonario-listen-"));
  const admin = succeeding(commandLineInside({ DATABASE_URL: database.url }));
  for (const [code, cuit] of Object.entries({ tienda: "20111111112", kiosco: "30712345671" }))
    await admin("company", "create", code, "--cuit", cuit, "--tax-type", "6", "--name", code);
});
afterAll(async () => {
  await closeDb?.();
  await database?.drop();
  rmSync(home, { recursive: true, force: true });
});

/** A program of the developer that answers 204, or 500 to pings. */
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  received.push({ headers: request.headers as Record<string, string>, body });
  response.writeHead(body.includes('"ping"') ? 500 : 204).end();
});
let received: { headers: Record<string, string>; body: string }[] = [];
let url: string;
beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(() => receiver.close());
beforeEach(() => {
  received = [];
});

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Starts the command, and waits until it has said that it listens. */
async function startListening(...more: string[]) {
  const args = ["webhook", "listen", "--company", "tienda", "--env", "homologation", "--forward-to", url, ...more];
  const child = spawn(process.execPath, ["dist/api/admin/main.js", ...args], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, HOME: home, DATABASE_URL: database.url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complaints += text;
  });
  const closed = once(child, "close");
  const ended = async (): Promise<number | null> => (await closed)[0];
  await waitFor(async () => /whsec_/.test(printed) && printed.endsWith("\n"), {
    message: "the listener to be ready",
  });
  return {
    printed: () => printed,
    complaints: () => complaints,
    ended,
    secret: /whsec_[\w+/]+=/.exec(printed)?.[0] ?? "",
    /** As Ctrl-C does. */
    interrupt() {
      child.kill("SIGINT");
      return ended();
    },
  };
}

/** Records an event as the service's own statements do. */
const tell = (code: string, production: boolean, type: string) => db.$executeRaw`
  SELECT emit_event(c.id, ${production}, ${type}, '{"of": "test"}'::json) FROM company c WHERE c.code = ${code}`;

const receivedTypes = () => received.map(({ body }) => JSON.parse(body).type);

test("what happens from now on is forwarded, signed with a secret that is printed and kept, until Ctrl-C", async () => {
  await tell("tienda", false, "invoice.imported");
  const first = await startListening();
  await tell("tienda", false, "invoice.issued");
  await tell("tienda", true, "invoice.issued");
  await tell("kiosco", false, "invoice.issued");
  await tell("tienda", false, "ping");
  await waitFor(async () => first.printed().includes(" ping "), { message: "both events" });

  expect(receivedTypes()).toEqual(["invoice.issued", "ping"]);
  for (const { headers, body } of received) {
    expect(new Webhook(first.secret).verify(body, headers)).toMatchObject({ data: { of: "test" } });
    expect(headers["user-agent"]).toMatch(/^Talonario\//);
  }
  const [issued, ping] = received.map(({ headers }) => headers["webhook-id"]);
  expect(first.printed()).toMatch(
    new RegExp(`invoice\\.issued  ${issued}  204  \\d+ ms\\n.*ping  ${ping}  500  \\d+ ms\\n`),
  );

  expect(await first.interrupt()).toBe(0);
  expect(first.printed()).toMatch(/1 forwarded, 1 without a 2xx\.\n$/);
  expect(await db.webhook.count()).toBe(0);
  expect(await db.webhookDelivery.count()).toBe(0);

  const second = await startListening();
  expect(second.secret).toBe(first.secret);
  expect(await second.interrupt()).toBe(0);
});

test("--events chooses, and --json prints one object a line", async () => {
  const listening = await startListening("--events", "invoice.issued,invoice.settled", "--json");
  await tell("tienda", false, "ping");
  await tell("tienda", false, "invoice.settled");
  await waitFor(async () => listening.printed().includes('invoice.settled","status'), {
    message: "the event",
  });
  expect(await listening.interrupt()).toBe(0);
  const lines = listening
    .printed()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    { listening: expect.objectContaining({ company: "tienda", env: "homologation", url, secret: listening.secret }) },
    { event: expect.objectContaining({ type: "invoice.settled", status: 204, error: null }) },
    { forwarded: 1, failed: 0 },
  ]);
  expect(receivedTypes()).toEqual(["invoice.settled"]);
});

test("a listener that was away for too long says so, and is gone", async () => {
  const listening = await startListening();
  await db.webhook.updateMany({ data: { listeningUntil: new Date(0) } });
  await tell("tienda", false, "invoice.issued");
  expect(await listening.ended()).toBe(1);
  expect(listening.complaints()).toContain("away for too long");
  expect(received).toEqual([]);
  expect(await db.webhook.count()).toBe(0);
});

test("a wrong URL, type or company is refused before anything begins", async () => {
  const run = commandLineInside({ DATABASE_URL: database.url, HOME: home });
  const listen = (...args: string[]) => run("webhook", "listen", "--env", "homologation", ...args);
  for (const [args, exitCode, message] of [
    [["--company", "tienda", "--forward-to", "127.0.0.1:80"], 2, /must begin with https:\/\/ or http:\/\//],
    [["--company", "tienda", "--forward-to", url, "--events", "invoice.sold"], 2, /There is no invoice\.sold/],
    [["--company", "nobody", "--forward-to", url], 1, /no company nobody/],
  ] as const) {
    const ending = await listen(...args);
    expect(ending).toMatchObject({ exitCode, stderr: expect.stringMatching(message), stdout: "" });
  }
  expect(await db.webhook.count()).toBe(0);
});
