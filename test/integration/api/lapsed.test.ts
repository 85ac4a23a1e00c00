import { afterAll, beforeAll, expect, test } from "vitest";
import { tools } from "../../../api/mcp/tool-list.js";
import { addDays, argentineDay } from "../../../shared/domain/calendar.js";
import { message, postMessage, resultOf, type Told } from "../../support/processes/mcp-messages.js";
import { contentOf } from "../../support/readers/database-content.js";
import { documentedRoutes } from "../../support/readers/documented-routes.js";
import { type MarkedApp, type MarkedTenant, openMarkedApp } from "./marked-tenants.js";

// api/README.md, "The plan and its payment": what goes on while a subscription is lapsed.

let marked: MarkedApp;
let tenant: MarkedTenant;
beforeAll(async () => {
  marked = await openMarkedApp({ APP_URL: "https://facturas.example.com" });
  tenant = marked.tenants[0] as MarkedTenant;
  await marked.api.db.$executeRaw`UPDATE subscription SET until = ${addDays(argentineDay(Date.now()), -1)}::date`;
});
afterAll(() => marked?.[Symbol.asyncDispose]());

/** When a key was used for the last time is written for reads as well. */
const contentLeft = async () =>
  ((await contentOf(marked.api.db)) as { name: string }[]).filter(({ name }) => name !== "api_key");
const goesOn = ["POST /invoices/preview", "DELETE /api-keys/{id}"];
const writes = documentedRoutes.filter(({ method }) => method !== "GET");

test("while the subscription is lapsed every other write of the API is 402, says where it is paid, and changes nothing", async () => {
  const before = await contentLeft();
  for (const route of writes.filter(({ name }) => !goesOn.includes(name))) {
    const { status, body, headers } = await marked.call(route, tenant);
    expect([route.name, status, body.code, headers.get("link")]).toEqual([
      ...[route.name, 402, "SUBSCRIPTION_EXPIRED"],
      '<https://facturas.example.com/app/demo/homologation/plan>; rel="payment"',
    ]);
  }
  expect(await contentLeft()).toEqual(before);
});

test("reads, previews and the revoking of a key go on", async () => {
  const others = documentedRoutes.filter(({ method, name }) => method === "GET" || goesOn.includes(name));
  for (const route of others) {
    const { status } = await marked.call(route, tenant);
    expect([route.name, status]).not.toEqual([route.name, 402]);
  }
});

test("a key that has its voucher is answered with it, and another sale is a 402", async () => {
  const sale = tenant.bodies["POST /invoices"]?.() as object;
  const send = (idempotency: string) =>
    marked.api.call("POST", "/invoices", { ...tenant, body: { ...sale, idempotency } });
  const again = await send(tenant.mark);
  expect([again.status, again.body.result]).toEqual([
    200,
    expect.objectContaining({ id: tenant.ids["/invoices/{id}"], idempotencyHit: true }),
  ]);
  expect((await send(`${tenant.mark}-other`)).status).toBe(402);
});

test("a tool reads and previews while the subscription is lapsed; what issues, credits, debits or mails is refused", async () => {
  const call = async (name: string, args: object): Promise<Told> => {
    const asked = message("tools/call", { name, arguments: args });
    return resultOf<Told>(await postMessage(marked.api.app, { authorization: `Bearer ${tenant.key}` }, asked));
  };
  const sale = tenant.bodies["POST /invoices"]?.() as object;
  const id = tenant.ids["/invoices/{id}"];
  const note = { id, idempotency: "note-of-lapsed", items: [{ description: "a", quantity: 1, price: 1, taxType: 5 }] };
  const args: Record<string, object> = {
    preview_invoice: sale,
    issue_invoice: sale,
    get_invoice: { id },
    get_invoice_pdf: { id },
    send_invoice_email: { id, emails: [{ email: "a@example.com" }] },
    credit_invoice: note,
    debit_invoice: note,
    lookup_taxpayer: { cuit: "33693450239" },
  };
  const hashOf = async (name: string) => {
    const shown = await call(name, args[name] ?? {});
    return shown.structuredContent.result?.previewHash as string;
  };
  for (const { name, annotations, needsPreview } of tools) {
    const asked = args[name] ?? {};
    const previewHash = needsPreview && (await hashOf(needsPreview === "always" ? "preview_invoice" : name));
    const { structuredContent } = await call(name, { ...asked, ...(previewHash && { previewHash }) });
    const { code } = (structuredContent ?? {}) as { code?: string };
    expect([name, code]).toEqual([name, annotations.readOnlyHint ? undefined : "SUBSCRIPTION_EXPIRED"]);
  }
});
