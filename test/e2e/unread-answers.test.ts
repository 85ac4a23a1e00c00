import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { fromGroup } from "../support/groups.js";
import { type System, startSystem } from "../support/processes/system.js";
import { readMemory as memoryOf, tellingMemory } from "../support/readers/told-memory.js";
import { invoiceB } from "../support/samples/invoice.js";
import { endWithoutViolation } from "./ledgers.js";

/** Of a process that may have 1 GB in all. */
const oldSpaceMb = 900;
/** What nobody reads may keep so many megabytes more, after a collection. */
const mostMb = 60;

const pdfBytes = 4 * 1_048_576;

let system: System;
let voucherId: number;
let before: { heldMb: number };
const folder = mkdtempSync(path.join(tmpdir(), "talonario-unread-"));
const memoryFile = path.join(folder, "memory.json");

beforeAll(async () => {
  system = await startSystem({
    processes: ["api", "issuer"],
    env: { PDF_STORAGE_URL: `file:${folder}` },
    processEnv: {
      api: tellingMemory(memoryFile, `--max-old-space-size=${oldSpaceMb}`),
    },
  });
  voucherId = (await system.request("/invoices", { method: "POST", body: invoiceB() })).body.result.id;
  writeFileSync(path.join(folder, "large.pdf"), randomBytes(pdfBytes));
  await system.sql(
    `INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes)
     SELECT company_id, id, '1', 'large.pdf', $1 FROM voucher`,
    [pdfBytes],
  );
  await system.sql("UPDATE voucher SET has_pdf = true");
  // What is made once is made by now.
  for (const to of [...publicPaths, pdfPath()]) await (await ask(to)).arrayBuffer();
  before = await readMemory();
});
afterAll(async () => {
  await endWithoutViolation(system);
  rmSync(folder, { recursive: true });
});

const opened: Socket[] = [];
afterEach(async () => {
  const closed = opened.splice(0).map((socket) => {
    const ended = socket.closed ? undefined : once(socket, "close");
    socket.destroy();
    return ended;
  });
  await Promise.all(closed);
});

/** Every path that answers a stranger with more than a line. */
const publicPaths = [
  "/openapi.json",
  "/openapi.json?lang=es",
  "/llms.txt",
  "/postman.json",
  "/docs",
  "/docs/swagger-ui-bundle.js",
  "/docs/guides/first-voucher",
  "/docs/guides/first-voucher.md",
  "/app/static/app.css",
  "/app/sign-in",
];
const pdfPath = () => `/api/demo/invoices/${voucherId}/pdf`;

const origin = () => new URL(system.url);
const ask = (to: string) =>
  fetch(new URL(to, origin()), { headers: { Authorization: `Bearer ${system.keys.keys.test}` } });

const readMemory = () => memoryOf(Number(system.pids().api), memoryFile);

/** Sends the same request so many times over one connection, in one packet, and reads nothing. */
async function send(to: string, times: number, headers: string[] = []): Promise<Socket> {
  const socket = connect(Number(origin().port), "127.0.0.1").pause();
  opened.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const lines = [`GET ${to} HTTP/1.1`, "Host: a", ...headers];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`.repeat(times), "latin1");
  return socket;
}

/** Reads the first line that comes over it, and nothing more. */
async function statusOf(socket: Socket): Promise<string | undefined> {
  const piece = await new Promise<Buffer | undefined>((resolve) => {
    socket.once("close", () => resolve(undefined));
    socket.once("data", (first) => {
      socket.pause();
      resolve(first);
    });
    socket.resume();
  });
  return /^HTTP\/1\.1 (\d+)/.exec(piece?.toString("latin1") ?? "")?.[1];
}

async function expectBounded(what: string): Promise<void> {
  // The requests of one address begin in the order in which they came, and so do those of one key: by now they have begun.
  for (let asked = 0; asked < 3; asked += 1) expect((await fetch(new URL("/health/live", origin()))).status).toBe(200);
  expect((await ask(`/api/demo/invoices/${voucherId}`)).status).toBe(200);
  const now = await readMemory();
  expect(now.heldMb - before.heldMb, `megabytes more: ${what}`).toBeLessThan(mostMb);
  expect(now.rssMb, `megabytes in all: ${what}`).toBeLessThan(oldSpaceMb);
}

const pipelines = fromGroup(
  "faults",
  [800, 1_600].flatMap((times) => publicPaths.map((to) => ({ times, to }))),
  ({ times, to }) => times === 800 && to === "/openapi.json",
);

test.each(pipelines)("$times requests for $to over one connection that reads nothing", async ({ times, to }) => {
  await send(to, times);
  await expectBounded(`${times} × ${to}`);
});

test("forty connections with twenty requests each that read nothing", async () => {
  await Promise.all(Array.from({ length: 40 }, () => send("/openapi.json", 20)));
  await expectBounded("40 connections × 20");
});

const downloads = fromGroup("faults", [100, 400], (count) => count === 100);

test.each(downloads)("%i downloads of a PDF of 4 MB with one key, of which nothing is read", async (count) => {
  const key = `Authorization: Bearer ${system.keys.keys.test}`;
  const sent = await Promise.all(Array.from({ length: count }, () => send(pdfPath(), 1, [key])));
  const statuses = await Promise.all(sent.map(statusOf));
  await expectBounded(`${count} PDFs`);
  expect(statuses.filter((status) => status === "200")).toHaveLength(8);
  expect(statuses.filter((status) => status === "429")).toHaveLength(count - 8);
  for (const socket of sent) socket.destroy();
  await waitFor(async () => (await ask(pdfPath())).status === 200, { message: "a place for the next one" });
});
