import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "vitest";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

type Told = {
  isError?: boolean;
  structuredContent: { status: number; code: string; error: string; result: { previewHash: string } };
};

/** An agent that talks to the app directly, without a network. */
async function connect(app: { fetch(request: Request): Response | Promise<Response> }, key: string) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: async (url, init) => app.fetch(new Request(url, init)),
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return async (name: string, args: object = {}) =>
    (await client.callTool({ name, arguments: { ...args } })) as unknown as Told;
}

test("a preview counts for 15 minutes", async () => {
  let now = Date.now();
  await using api = await openIssuingApp({}, { now: () => now });
  const call = await connect(api.app, api.keys.keys.test);
  const sale = invoiceB();
  const { previewHash } = (await call("preview_invoice", sale)).structuredContent.result;
  now += 15 * 60_000 + 1;
  const stale = await call("issue_invoice", { ...sale, previewHash });
  expect([stale.isError, stale.structuredContent]).toEqual([
    true,
    expect.objectContaining({ status: 400, code: "PREVIEW_REQUIRED", error: "The preview is older than 15 minutes." }),
  ]);
  expect(api.enqueued).toEqual([]);
  now -= 1;
  expect((await call("issue_invoice", { ...sale, previewHash })).structuredContent).toMatchObject({ ok: true });
});
