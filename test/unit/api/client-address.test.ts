import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { openServer } from "../../../api/http/open-server.js";
import { clientAddress } from "../../../api/middleware/client-address.js";
import { createLog } from "../../../shared/logging/log.js";

async function addressOf(trustProxy: number, forwarded: string | undefined, remoteAddress?: string): Promise<string> {
  const app = new Hono().get("/", (c) => c.text(clientAddress(c, trustProxy)));
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const answer = await app.request("/", { headers }, { incoming: { socket: { remoteAddress } } });
  return answer.text();
}

test.each([
  { trust: 0, forwarded: "1.1.1.1", expected: "9.9.9.9", what: "without a trusted proxy the header is ignored" },
  { trust: 1, forwarded: undefined, expected: "9.9.9.9", what: "without the header the socket counts" },
  { trust: 1, forwarded: "6.6.6.6, 1.1.1.1", expected: "1.1.1.1", what: "one proxy wrote the last entry" },
  { trust: 2, forwarded: "6.6.6.6, 1.1.1.1,2.2.2.2", expected: "1.1.1.1", what: "two proxies wrote the last two" },
  { trust: 3, forwarded: "1.1.1.1, 2.2.2.2", expected: "9.9.9.9", what: "fewer entries than proxies" },
  { trust: 1, forwarded: "1.1.1.1, unknown", expected: "9.9.9.9", what: "an entry that is no address" },
  { trust: 1, forwarded: `1.1.1.1,${"x".repeat(9_000)}`, expected: "9.9.9.9", what: "an entry of any length" },
  { trust: 1, forwarded: "1.1.1.1:5555", expected: "1.1.1.1", what: "a port is left out" },
  { trust: 1, forwarded: "[2001:db8:0:7::1]:443", expected: "2001:db8:0:7::/64", what: "a port behind IPv6" },
])("the client's address with $trust trusted proxies: $what", async ({ trust, forwarded, expected }) => {
  expect(await addressOf(trust, forwarded, "9.9.9.9")).toBe(expected);
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:2::", "2001:db8:1:2::/64"],
  ["2001:db8::5:6:7:8:9", "2001:db8:0:5::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::10.0.0.1", "64:ff9b:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  [undefined, "unknown"],
])("IPv4 counts whole and IPv6 by its first 64 bits: %s", async (remote, expected) => {
  expect(await addressOf(0, undefined, remote)).toBe(expected);
});

test("behind a real server the address is the connection's", async () => {
  const app = new Hono().get("/", (c) => c.text(clientAddress(c, 0)));
  const server = openServer(app.fetch, createLog("test", "silent"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await answer.text()).toBe("127.0.0.1");
  server.closeAllConnections();
  server.close();
});
