import { randomUUID } from "node:crypto";
import { Agent, request } from "node:https";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testOf } from "../support/groups.js";
import { type ProcessName, type System, startSystem } from "../support/processes/system.js";
import { invoiceB } from "../support/samples/invoice.js";
import { type Caddy, hasCaddy, startCaddy } from "../support/servers/caddy.js";
import { type ConnectionBalancer, startConnectionBalancer } from "../support/servers/connection-balancer.js";

const apis: ProcessName[] = ["api", "api-2"];
/** Two processes of the API behind the proxy of compose.yaml, which keeps connections on both sides. */
describe.skipIf(!hasCaddy)("through the proxy", () => {
  let system: System;
  let balancer: ConnectionBalancer;
  let caddy: Caddy;
  beforeAll(async () => {
    system = await startSystem({ processes: [...apis, "issuer"], env: { TRUST_PROXY: "1" } });
    balancer = await startConnectionBalancer(apis.map((name) => Number(new URL(system.originOf(name)).port)));
    caddy = await startCaddy({ api: balancer.port, pages: balancer.port });
  });
  afterAll(async () => {
    await caddy?.[Symbol.asyncDispose]();
    await balancer?.[Symbol.asyncDispose]();
    await system?.[Symbol.asyncDispose]();
  });

  /** What one client with so many kept connections is answered: a status, or how its connection failed. */
  function openClient(connections: number) {
    const agent = new Agent({
      keepAlive: true,
      maxSockets: connections,
      rejectUnauthorized: false,
      servername: "localhost",
    });
    const reused = { count: 0 };
    const send = (method: string, path: string, body?: object): Promise<string> =>
      new Promise((resolve) => {
        const sent = request(
          {
            agent,
            method,
            host: "127.0.0.1",
            port: caddy.httpsPort,
            path: `/api/demo${path}`,
            headers: {
              host: "localhost",
              authorization: `Bearer ${system.keys.keys.test}`,
              ...(body && { "content-type": "application/json" }),
            },
          },
          async (answer) => {
            const { error } = (await json(answer).catch((fault) => ({ error: String(fault) }))) as { error?: string };
            resolve(`${method} ${answer.statusCode}${error ? ` ${error}` : ""}`);
          },
        );
        sent.on("error", (error) => resolve(`${method} ${error.message}`));
        sent.on("socket", () => {
          if (sent.reusedSocket) reused.count += 1;
        });
        sent.end(body && JSON.stringify(body));
      });
    return {
      reused,
      list: () => send("GET", "/invoices?limit=1"),
      issue: () => send("POST", "/invoices", invoiceB({ idempotency: `proxy-${randomUUID()}` })),
      close: () => agent.destroy(),
    };
  }

  const right = ["GET 200", "POST 201"];

  // These wait, because time without a request is what they are about.
  const keeps = (seconds: number) =>
    testOf(
      "sandbox",
      `a kept connection is good for a sale ${seconds} seconds later`,
      async () => {
        const client = openClient(4);
        const some = () => Promise.all([client.list(), client.issue(), client.list(), client.issue()]);
        const first = await some();
        await delay(seconds * 1_000 + 100);
        client.reused.count = 0;
        expect([...new Set([...first, ...(await some())])].sort()).toEqual(right);
        // The proxy keeps those of its clients for two minutes.
        expect(client.reused.count).toBe(seconds < 120 ? 4 : 0);
        client.close();
      },
      test.concurrent,
    );
  for (const seconds of [6, 61, 121]) keeps(seconds);

  testOf(
    "sandbox",
    "while one API after the other stops and comes back, every sale is answered 201 and every question 200",
    async () => {
      const answers: string[] = [];
      let isOver = false;
      const customer = async () => {
        const client = openClient(2);
        while (!isOver) {
          answers.push(await client.issue(), await client.list());
        }
        client.close();
      };
      const customers = Array.from({ length: 6 }, customer);
      for (let round = 0; round < 3; round += 1)
        for (const name of apis) {
          const before = answers.length;
          await expect.poll(() => answers.length, { interval: 20 }).toBeGreaterThan(before + 50);
          expect(await system.stop(name)).toEqual({ code: 0, signal: null });
          await system.start(name);
        }
      isOver = true;
      await Promise.all(customers);
      console.log(`proxy: ${answers.length} answers while an API stopped six times`);
      expect([...new Set(answers)].sort()).toEqual(right);
    },
  );
});
