import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import { createApp } from "../../../api/compose/app.js";
import { openPorts } from "../../../api/compose/open-ports.js";
import { closeServer } from "../../../api/http/close-server.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

test.each(["the port of the API", "a port of its own"])(
  "a process on %s is not ready before it serves more than its health, though all it needs is there, and listens where it is told",
  async (where) => {
    await using system = await openIssuingApp();
    const redis = new Redis(inject("redisUrl"));
    const [outside, inside] = [await findFreePort(), await findFreePort()];
    const isApart = where === "a port of its own";
    const config = {
      ...system.deps.config,
      PORT: outside,
      LISTEN_ADDRESS: "127.0.0.1",
      ...(isApart && { INTERNAL_PORT: inside }),
    };
    const deps = { ...system.deps, config };
    const parts = { redis, board: undefined };
    const closing: (() => Promise<unknown>)[] = [];

    const openRest = await openPorts(deps, parts, {
      whoseIs: () => "",
      onClose: (_name, close) => void closing.push(async () => close()),
    });
    const statusOf = async (path: string, port = isApart ? inside : outside) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    const isRefused = (port: number) =>
      fetch(`http://127.0.0.2:${port}/health/live`).then(
        () => false,
        () => true,
      );
    expect([await statusOf("/health/live"), await statusOf("/health/ready")]).toEqual([200, 503]);

    const server = await openRest(createApp(deps, parts));
    expect(await statusOf("/health/ready")).toBe(200);
    expect(await statusOf("/api/demo/invoices", outside)).toBe(401);
    expect([await isRefused(outside), await isRefused(isApart ? inside : outside)]).toEqual([true, true]);
    await closeServer(server);
    for (const close of closing) await close();
    redis.disconnect();
  },
);
