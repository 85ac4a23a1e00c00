import { expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const system = await openForFile(() => openIssuingApp({ APP_URL: "http://127.0.0.1:3000" }));

const post = (body: string, headers: Record<string, string> = {}) =>
  system.app.request("/mcp", {
    method: "POST",
    body,
    headers: {
      ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
      ...{ authorization: `Bearer ${system.keys.keys.test}`, ...headers },
    },
  });
const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

test("what cannot be read is a JSON-RPC error", async () => {
  const answer = await post('{"jsonrpc": "2.0",');
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    jsonrpc: "2.0",
    id: null,
    error: { code: -32_700, message: expect.stringContaining("not well-formed JSON") },
  });
});

test.each([
  ["http://127.0.0.1:3000", 200],
  ["http://localhost:3000", 200],
  ["http://[::1]:3000", 200],
  ["http://localhost:3001", 403],
  ["https://localhost:3000", 403],
  ["http://evil.example:3000", 403],
  ["http://localhost.evil.example:3000", 403],
  ["null", 403],
])("a page of %s is answered %i", async (origin, status) => {
  expect((await post(ping, { origin })).status).toBe(status);
});
