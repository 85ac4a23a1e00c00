import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { type System, startSystem } from "../support/processes/system.js";
import { invoiceB } from "../support/samples/invoice.js";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system?.[Symbol.asyncDispose]());

type Told = CallToolResult & {
  structuredContent: { result: Record<string, unknown>; code: string; error: string; next: string };
};

async function connect(key: string) {
  const client = new Client({ name: "test", version: "1" });
  const url = new URL("/mcp", system.baseUrl);
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name: string, args: object = {}) => (await client.callTool({ name, arguments: { ...args } })) as Told,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

test("an agent previews, issues, finds, prints, mails and credits a voucher", async () => {
  await using agent = await connect(system.keys.keys.test);
  const sale = invoiceB();
  const preview = await agent.call("preview_invoice", sale);
  const { previewHash } = preview.structuredContent.result;
  const issued = await agent.call("issue_invoice", { ...sale, previewHash });
  expect(issued.structuredContent).toMatchObject({ ok: true, result: { idempotencyHit: false } });
  const again = await agent.call("issue_invoice", { ...sale, previewHash });
  expect(again.structuredContent.result).toMatchObject({
    cae: issued.structuredContent.result.cae,
    idempotencyHit: true,
  });

  const { id } = issued.structuredContent.result;
  expect((await agent.call("get_invoice", { id })).structuredContent.result).toMatchObject({ id });
  const listed = await agent.call("list_invoices", { idempotency: sale.idempotency });
  expect(listed.structuredContent).toMatchObject({ total: 1, result: [{ id }] });
  await waitFor(
    async () => {
      const [content] = (await agent.call("get_invoice_pdf", { id, versions: [1, 2] })).content;
      return (
        content?.type === "resource" &&
        Buffer.from(String((content.resource as { blob: string }).blob), "base64")
          .subarray(0, 5)
          .toString() === "%PDF-"
      );
    },
    { message: "the PDF to be printed" },
  );
  const email = `${sale.idempotency}@example.com`.toLowerCase();
  const mailed = await agent.call("send_invoice_email", { id, emails: [{ email }] });
  expect(mailed.isError).toBeUndefined();
  await waitFor(
    async () => {
      const mails = (await (await fetch(`${system.mailboxUrl}/messages`)).json()) as { to: unknown }[];
      return mails.some(({ to }) => JSON.stringify(to).includes(email));
    },
    { message: "the mail to arrive" },
  );

  const asked = { id, idempotency: `credit-${sale.idempotency}` };
  const seen = await agent.call("credit_invoice", asked);
  expect(seen.structuredContent.result).toMatchObject({ problems: [], previewHash: expect.any(String) });
  const hash = seen.structuredContent.result.previewHash;
  expect((await agent.call("issue_invoice", { ...sale, previewHash: hash })).structuredContent.code).toBe(
    "PREVIEW_REQUIRED",
  );
  const credited = await agent.call("credit_invoice", { ...asked, previewHash: hash });
  expect(credited.structuredContent).toMatchObject({ ok: true, result: { idempotencyHit: false } });
  expect((await agent.call("get_invoice", { id })).structuredContent.result).toMatchObject({
    notes: [{ id: credited.structuredContent.result.id, totalAmount: expect.any(String) }],
  });
  for (const name of ["quota", "authority_status"]) expect((await agent.call(name)).isError).toBeUndefined();
});

test("nothing is issued without a preview of the same content by the same company", async () => {
  await using agent = await connect(system.keys.keys.test);
  const sale = invoiceB();
  const { previewHash } = (await agent.call("preview_invoice", sale)).structuredContent.result;
  const refused = async (args: object, error: string) => {
    const { isError, structuredContent } = await agent.call("issue_invoice", args);
    expect([isError, structuredContent]).toEqual([true, expect.objectContaining({ code: "PREVIEW_REQUIRED" })]);
    expect(structuredContent.error).toContain(error);
    expect(structuredContent.next).toContain("Preview the same arguments");
  };
  await refused(sale, "is missing");
  await refused({ ...sale, posNumber: 2, previewHash }, "not that of a preview of these arguments");
  await refused({ ...sale, previewHash: `${previewHash}`.replace(/^./, "1") }, "not that of a preview");
  await using other = await connect(system.keys.mono.keys.test);
  const ofOther = (await other.call("preview_invoice", sale)).structuredContent.result.previewHash;
  await refused({ ...sale, previewHash: ofOther }, "not that of a preview");
  await using production = await connect(system.keys.keys.production);
  const inProduction = (await production.call("preview_invoice", sale)).structuredContent.result.previewHash;
  await refused({ ...sale, previewHash: inProduction }, "not that of a preview");
  await refused({ ...sale, idempotency: `${sale.idempotency}-2`, previewHash }, "not that of a preview");

  const count = await system.sql<{ n: number }>("SELECT count(*) AS n FROM issuance WHERE idempotency = $1", [
    sale.idempotency,
  ]);
  expect(count).toEqual([{ n: 0 }]);
});

test("a key that may only read sees no tool that writes, and its call is refused", async () => {
  const made = await system.request<{ secret: string }>("/api-keys", {
    method: "POST",
    body: { name: "reader", scopes: ["read"] },
  });
  await using agent = await connect(made.body.result?.secret as string);
  expect((await agent.names()).sort()).toEqual([
    "authority_status",
    "get_invoice",
    "get_invoice_pdf",
    "list_invoices",
    "lookup_taxpayer",
    "quota",
    "subscription",
  ]);
  for (const name of ["issue_invoice", "preview_invoice"]) {
    const { isError, structuredContent } = await agent.call(name, invoiceB());
    expect([isError, structuredContent.error]).toEqual([true, expect.stringContaining('lacks the scope "issue"')]);
  }
});

test("a tool that is called twice at once makes one voucher, and one credit note", async () => {
  await using agent = await connect(system.keys.keys.test);
  const sale = invoiceB();
  const twice = async (name: string, args: object) => {
    const answers = await Promise.all([agent.call(name, args), agent.call(name, args), agent.call(name, args)]);
    const [first] = answers.map(({ structuredContent }) => structuredContent.result);
    for (const { structuredContent } of answers)
      expect(structuredContent).toMatchObject({ ok: true, result: { id: first?.id, cae: first?.cae } });
    expect(answers.filter(({ structuredContent }) => structuredContent.result.idempotencyHit === false)).toHaveLength(
      1,
    );
    return first?.id;
  };
  const { previewHash } = (await agent.call("preview_invoice", sale)).structuredContent.result;
  const id = await twice("issue_invoice", { ...sale, previewHash });
  const credit = { id, idempotency: `credit-${sale.idempotency}` };
  const ofCredit = (await agent.call("credit_invoice", credit)).structuredContent.result.previewHash;
  await twice("credit_invoice", { ...credit, previewHash: ofCredit });
  const { notes } = (await agent.call("get_invoice", { id })).structuredContent.result as { notes: object[] };
  expect(notes).toHaveLength(1);
});

test("without a right key, or from a page of another site, there is no answer", async () => {
  const url = new URL("/mcp", system.baseUrl);
  const post = (headers: Record<string, string>) =>
    fetch(url, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: "{}" });
  expect((await post({})).status).toBe(401);
  expect((await post({ Authorization: "Bearer TEST_nobody" })).status).toBe(401);
  const Authorization = `Bearer ${system.keys.keys.test}`;
  // The second is a page that brought its own name to our address: then Host is as its Origin.
  for (const Origin of ["https://evil.example", url.origin, "null"])
    expect([Origin, (await post({ Authorization, Origin })).status]).toEqual([Origin, 403]);
});
