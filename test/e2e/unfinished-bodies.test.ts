import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Prisma } from "../../shared/db/generated/client.js";
import { openDatabase } from "../../shared/db/pool/database.js";
import { boundBesideFlood } from "../support/bound-beside-flood.js";
import { type System, startSystem } from "../support/processes/system.js";
import { readMemory, tellingMemory } from "../support/readers/told-memory.js";
import { invoiceB } from "../support/samples/invoice.js";
import { endWithoutViolation } from "./ledgers.js";

/**
 * What is sent and never ended may keep so many megabytes: 32 bodies of one, and the beginnings of those that wait. There are twice as many:
 * more than have a place or may wait for one.
 */
const mostMb = 100;
let withinMs: number;

let system: System;
const folder = mkdtempSync(path.join(tmpdir(), "talonario-unfinished-"));
const memoryFile = path.join(folder, "memory.json");
const opened: Socket[] = [];

beforeAll(async () => {
  system = await startSystem({
    processes: ["api", "issuer"],
    // A busy machine takes its time for a hundred bodies: none of them is over before the last is there.
    env: { RATE_LIMIT_PER_MINUTE: "1000", LOCK_WAIT_MS: "300000", REQUEST_TIMEOUT_MS: "330000" },
    processEnv: { api: tellingMemory(memoryFile) },
  });
  withinMs = await boundBesideFlood(async () => {
    expect((await system.request("/invoices", { method: "POST", body: invoiceB() })).status).toBe(201);
  });
});
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  await endWithoutViolation(system);
  rmSync(folder, { recursive: true });
});

const heldMb = async () => (await readMemory(Number(system.pids().api), memoryFile)).heldMb;
/** Interval of looks at the memory: each is two whole collections, and the process has the bodies to read. */
const interval = 500;

const mono = () => ({ company: "mono", key: system.keys.mono.keys.test });

const bodyBytes = 1_000_000;
const bodies = 200;

/** Sends all of a large body but its end. Resolves once the system took it, or the server ended it. */
function sendUnfinished(lengthOf: string): Promise<unknown> {
  const { pathname, port } = new URL(system.url);
  const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
  opened.push(socket);
  const head = [
    `PATCH ${pathname.replace(/\/$/, "")}/fiscal-data HTTP/1.1`,
    "Host: a",
    `Authorization: Bearer ${system.keys.keys.test}`,
    "Content-Type: application/json",
    lengthOf,
  ];
  const size = lengthOf.startsWith("Transfer") ? `${bodyBytes.toString(16)}\r\n` : "";
  return new Promise((resolve) => {
    socket.once("close", resolve).resume();
    socket.write(`${head.join("\r\n")}\r\n\r\n${size}${" ".repeat(bodyBytes)}`, resolve);
    // What has no place is not taken from the network.
    setTimeout(resolve, 3_000).unref();
  });
}

test.each([`Content-Length: ${bodyBytes + 1}`, "Transfer-Encoding: chunked"])(
  "200 bodies of one key that never end keep little, and close nothing to others but large bodies of the same company (%s)",
  async (lengthOf) => {
    const before = await heldMb();
    await Promise.all(Array.from({ length: bodies }, () => sendUnfinished(lengthOf)));
    const large = { body: { ...invoiceB({ voucherType: 11 }), note: "x".repeat(500_000) }, ...mono() };
    for (const sent of [{ body: invoiceB() }, large]) {
      const beganMs = performance.now();
      expect((await system.request("/invoices", { method: "POST", ...sent })).status).toBe(201);
      expect(performance.now() - beganMs).toBeLessThan(withinMs);
    }
    // By now the process has read all that it would. What just gave way is let go of in a moment.
    await expect.poll(async () => (await heldMb()) - before, { timeout: 8_000, interval }).toBeLessThan(mostMb);
    for (const socket of opened.splice(0)) socket.destroy();
  },
);

test("90 sales of 900 KB that wait for a silent authority keep what was judged of them alone", async () => {
  const before = await heldMb();
  await system.authority.pushFault({ operation: "*", action: "hang", env: "homologation", times: null });
  const stop = new AbortController();
  const { db, close } = openDatabase(system.databaseUrl, { connections: 1 });
  const open = { state: { in: ["queued", "submitted"] } } satisfies Prisma.IssuanceWhereInput;
  const waiting = () => db.issuance.count({ where: open });
  /** Of those that are not recorded the body is still on its way, and a process reads 32 of them at once. */
  const sent = new Set<string>();
  const send = () => {
    const body = { ...invoiceB({ posNumber: 2 }), note: "x".repeat(900_000) };
    sent.add(body.idempotency);
    // Whose body gave way to others comes again.
    const sell = async (): Promise<void> => {
      const { status } = await system.request("/invoices", { method: "POST", body, signal: stop.signal });
      if (status === 429) return sell();
    };
    return sell().catch(() => undefined);
  };
  const onTheirWay = async () => {
    for (const { idempotency } of await db.issuance.findMany({ where: open, select: { idempotency: true } }))
      sent.delete(idempotency);
    return sent.size;
  };
  // No more at once than a process reads: what gives way comes again whole, and the machine would do little else.
  const sales: Promise<void>[] = [];
  while (sales.length < 90) {
    sales.push(...Array.from({ length: 30 }, send));
    await expect.poll(onTheirWay, { timeout: 200_000 }).toBe(0);
  }
  expect(await waiting()).toBe(90);
  // What was let go of is collected in a moment, however long that takes a busy machine.
  await expect.poll(async () => (await heldMb()) - before, { timeout: 30_000, interval }).toBeLessThan(40);
  await system.authority.clearFaults();
  stop.abort();
  await Promise.all(sales);
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  await close();
});
