import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ServiceName } from "../support/processes/service-processes.js";
import { type System, startSystem } from "../support/processes/system.js";
import { readMemory, tellingMemory } from "../support/readers/told-memory.js";
import { endWithoutViolation } from "./ledgers.js";

/** What nobody reads may keep so many megabytes more: what may wait for all is held, and pages that were handed out are collected late. */
const mostMb = { held: 12, resident: 64 };

const names = ["issuer", "renderer", "mailer"] as const satisfies ServiceName[];
type Name = (typeof names)[number];

let system: System;
const folder = mkdtempSync(path.join(tmpdir(), "talonario-health-"));
const fileOf = (name: Name) => path.join(folder, `${name}.json`);

beforeAll(async () => {
  const processEnv = Object.fromEntries(names.map((name) => [name, tellingMemory(fileOf(name))]));
  system = await startSystem({ processes: ["api", ...names], processEnv });
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

/** Over a connection of its own: one that is kept may just be ending. */
const ask = (name: Name, to: string) => fetch(new URL(to, system.originOf(name)), { headers: { connection: "close" } });
const memoryOf = (name: Name) => readMemory(Number(system.pids()[name]), fileOf(name));

/** Sends the same request so many times over one connection, in one packet, and reads nothing. */
async function send(name: Name, to: string, times: number): Promise<void> {
  const socket = connect(Number(new URL(system.originOf(name)).port), "127.0.0.1").pause();
  opened.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  await new Promise((resolve) => socket.write(`GET ${to} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(times), resolve));
}

test.each(names.flatMap((name) => ["/metrics", "/health/ready"].map((to) => ({ name, to }))))(
  "what nobody reads of $to keeps little of the $name's memory, and others are answered",
  async ({ name, to }) => {
    for (let asked = 0; asked < 10; asked += 1) await (await ask(name, to)).arrayBuffer();
    const before = await memoryOf(name);
    await send(name, to, 1_600);
    await Promise.all(Array.from({ length: 40 }, () => send(name, to, 100)));
    for (let asked = 0; asked < 3; asked += 1) {
      // A busy machine may keep a process from being ready, which is an answer too.
      expect([200, 503]).toContain((await ask(name, to)).status);
      expect((await ask(name, "/health/live")).status).toBe(200);
    }
    const now = await memoryOf(name);
    const more = { held: now.heldMb - before.heldMb, resident: now.rssMb - before.rssMb };
    console.log(`${name} ${to}: ${Math.round(more.held)} MB held more, ${Math.round(more.resident)} MB resident`);
    expect(more.held).toBeLessThan(mostMb.held);
    expect(more.resident).toBeLessThan(mostMb.resident);
  },
);
