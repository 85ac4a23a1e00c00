import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "vitest";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { message, postMessage, resultOf, type Told } from "../../support/processes/mcp-messages.js";
import { invoiceB } from "../../support/samples/invoice.js";

const agent = { name: "test", version: "1" };

/** An agent that talks to the app directly, without a network. */
async function connect(app: { fetch(request: Request): Response | Promise<Response> }, key: string) {
  const client = new Client(agent);
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

test("the operators of the listing's filters are arguments of list_invoices", async () => {
  await using api = await openIssuingApp();
  const call = await connect(api.app, api.keys.keys.test);
  const sales = [100, 200, 300].map((price) =>
    invoiceB({ items: [{ description: "a", quantity: 1, price, taxType: 5 }] }),
  );
  for (const sale of sales) expect((await api.post(sale)).status).toBe(201);
  const totalsOf = async (args: object) =>
    (await call("list_invoices", args)).structuredContent.result.map(({ totalAmount }: { totalAmount: string }) =>
      Number(totalAmount),
    );
  expect(await totalsOf({ total__gt: 100, ordering: "total" })).toEqual([200, 300]);
  expect(await totalsOf({ total__in: [300, 100], ordering: "-total", limit: 1 })).toEqual([300]);
  expect(await totalsOf({ total__in: "100,200", date__gte: "20200101", total__lte: 150 })).toEqual([100]);
  const told = await call("list_invoices", { total__about: 100 });
  expect(told.structuredContent).toMatchObject({ total: 3, warnings: [{ field: "?total__about" }] });
});

test("an agent is told its environment first, and how to issue when its key may", async () => {
  await using api = await openIssuingApp();
  const { test, production } = api.keys.keys;
  const told = async (key: string) => {
    const hello = message("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: agent });
    const answer = await postMessage(api.app, { authorization: `Bearer ${key}` }, hello);
    return (await resultOf<{ instructions: string }>(answer)).instructions;
  };
  expect(await told(test)).toMatch(/company "demo" in Argentina.* This is homologation/);
  expect(await told(production)).toContain("This is production: every voucher counts");
  expect(await told(test)).toContain("A new key for the same sale makes a second voucher");
  await api.db.$executeRaw`UPDATE api_key SET scopes = ARRAY['read']`;
  expect(await told(test)).not.toContain("issue_invoice");
  expect(await told(test)).toContain("no instructions to you");
});

test("the preview of a credit tells when it is more than what is left of the voucher", async () => {
  await using api = await openIssuingApp();
  const call = await connect(api.app, api.keys.keys.test);
  const { id } = (await api.post(invoiceB())).body.result;
  const credit = (n: number) => ({ id, idempotency: `credit-${id}-${n}` });
  const problemsOf = async (args: object) => (await call("credit_invoice", args)).structuredContent.result.problems;
  expect(await problemsOf(credit(1))).toEqual([]);
  expect((await api.postTo(`/invoices/${id}/credit-notes`, { idempotency: credit(1).idempotency })).status).toBe(201);
  expect(await problemsOf(credit(2))).toEqual([
    { field: null, code: "VALIDATION_ERROR", message: expect.stringContaining("is credited already") },
  ]);
  expect(await problemsOf(credit(1)), "the key has its credit note, which would be answered").toEqual([]);
});
