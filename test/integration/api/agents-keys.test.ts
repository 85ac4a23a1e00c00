import { expect, test } from "vitest";
import { scopes } from "../../../shared/db/company/caller.js";
import { openForFile } from "../../support/open-for-file.js";
import { openAdminApp } from "../../support/processes/admin-app.js";
import { callToolAs, postMessage, toolCall, toolsOf } from "../../support/processes/mcp-messages.js";
import { invoiceB } from "../../support/samples/invoice.js";

// What `every-route.test.ts` checks of the operations, of agents' path.
const api = await openForFile(openAdminApp);

const call = (name: string, args: object = {}, key = api.keys.keys.test) => callToolAs(api.app, key, name, args);
const count = async () => [await api.db.issuance.count(), await api.db.voucher.count(), api.mailed.length];
const makeKey = async (): Promise<{ id: number; secret: string }> =>
  (await api.call("POST", "/api-keys", { body: { name: "an agent" } })).body.result;

const toolsByScope: Record<string, string[]> = {
  read: [
    "authority_status",
    "get_invoice",
    "get_invoice_pdf",
    "list_invoices",
    "lookup_taxpayer",
    "quota",
    "subscription",
  ],
  issue: ["credit_invoice", "debit_invoice", "issue_invoice", "preview_invoice", "send_invoice_email"],
};

test("[A1 A3] without a key in force agents' path answers 401 before it reads a message, and does nothing", async () => {
  const [revoked, expired] = [await makeKey(), await makeKey()];
  await api.call("DELETE", `/api-keys/${revoked.id}`);
  await api.db.$executeRaw`UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = ${expired.id}`;
  const right = api.keys.keys.test;
  const sale = invoiceB();
  const { previewHash } = (await call("preview_invoice", sale)).structuredContent.result;
  const wrong: Record<string, string | null> = {
    "no key": null,
    "an empty key": "Bearer ",
    "no key of ours": "Bearer sk-1",
    "a key that is too long": `Bearer TEST_${"x".repeat(10_000)}`,
    "a revoked key": `Bearer ${revoked.secret}`,
    "an expired key": `Bearer ${expired.secret}`,
    "a key that nobody has": `Bearer TEST_${"x".repeat(32)}`,
    "a key under the other environment's name": `Bearer ${right.replace("TEST_", "PROD_")}`,
    "the part of a key that is shown": `Bearer ${right.slice(0, 9)}`,
    "a key as a password": `Basic ${Buffer.from(`${right}:`).toString("base64")}`,
    "a key without its scheme": right,
  };
  const before = await count();
  for (const [what, authorization] of Object.entries(wrong)) {
    for (const sent of [toolCall("issue_invoice", { ...sale, previewHash }), "{"]) {
      const answer = await postMessage(api.app, { authorization }, sent);
      expect([what, answer.status, await answer.json()]).toEqual([what, 401, { ok: false, error: expect.any(String) }]);
    }
  }
  expect(await count()).toEqual(before);
  expect((await call("issue_invoice", { ...sale, previewHash })).structuredContent).toMatchObject({ ok: true });
});

test("[A5] a key is shown the tools of its scopes, and no other can be called", async () => {
  const { id, secret } = await makeKey();
  const every = Object.values(toolsByScope).flat();
  for (let bits = 0; bits < 2 ** scopes.length; bits++) {
    const subset = scopes.filter((_scope, index) => bits & (1 << index));
    await api.db.$executeRaw`UPDATE api_key SET scopes = ${subset} WHERE id = ${id}`;
    const open = subset.flatMap((scope) => toolsByScope[scope] ?? []).sort();
    expect([subset, (await toolsOf(api.app, secret)).map(({ name }) => name).sort()]).toEqual([subset, open]);
    for (const name of every.filter((each) => !open.includes(each))) {
      const { isError, structuredContent } = await call(name, { ...invoiceB(), id: 1, cuit: "33693450239" }, secret);
      expect([subset, name, isError, structuredContent.status, structuredContent.error]).toEqual([
        subset,
        name,
        true,
        401,
        expect.stringContaining("lacks the scope"),
      ]);
    }
  }
});

test("[A4] with an expired subscription tools that read or preview work, and those that write are 402", async () => {
  const sale = invoiceB();
  const preview = async () => (await call("preview_invoice", sale)).structuredContent.result.previewHash;
  const issued = await call("issue_invoice", { ...sale, previewHash: await preview() });
  const { id } = issued.structuredContent.result;
  const credit = { id, idempotency: `credit-${sale.idempotency}` };
  const previewHash = (await call("credit_invoice", credit)).structuredContent.result.previewHash;
  sale.idempotency += "-next";
  const next = { ...sale, previewHash: await preview() };
  await api.setUntil("2020-01-01");
  const before = await count();
  for (const [name, args] of [
    ["issue_invoice", next],
    ["credit_invoice", { ...credit, previewHash }],
    ["send_invoice_email", { id, emails: [{ email: "ana@example.com" }] }],
  ] as const) {
    const { isError, structuredContent } = await call(name, args);
    expect([name, isError, structuredContent]).toEqual([
      name,
      true,
      expect.objectContaining({
        status: 402,
        code: "SUBSCRIPTION_EXPIRED",
        next: expect.stringContaining("must be renewed"),
      }),
    ]);
  }
  expect(await count()).toEqual(before);
  for (const [name, args] of [
    ["preview_invoice", sale],
    ["credit_invoice", credit],
    ["get_invoice", { id }],
    ["list_invoices", {}],
    ["quota", {}],
    ["subscription", {}],
  ] as const)
    expect([name, (await call(name, args)).structuredContent]).toEqual([name, expect.objectContaining({ ok: true })]);
  await api.setUntil("2100-01-01");
});

test("I14: an agent finds nothing of another company or environment, by no id and no hash", async () => {
  const { keys, mono } = api.keys;
  const sale = invoiceB();
  const { previewHash } = (await call("preview_invoice", sale)).structuredContent.result;
  const { id } = (await call("issue_invoice", { ...sale, previewHash })).structuredContent.result;
  const credit = { id, idempotency: `credit-${sale.idempotency}` };
  const ofCredit = (await call("credit_invoice", credit)).structuredContent.result.previewHash;
  const before = await count();
  for (const stranger of [keys.production, mono.keys.test, mono.keys.production]) {
    const codeOf = async (name: string, args: object) => (await call(name, args, stranger)).structuredContent.code;
    const found = await call("list_invoices", { id }, stranger);
    expect(found.structuredContent).toMatchObject({ ok: true, total: 0 });
    for (const name of ["get_invoice", "get_invoice_pdf"]) expect(await codeOf(name, { id })).toBe("NOT_FOUND");
    expect(await codeOf("credit_invoice", credit)).toBe("NOT_FOUND");
    expect(await codeOf("send_invoice_email", { id, emails: [{ email: "ana@example.com" }] })).toBe("NOT_FOUND");
    expect(await codeOf("issue_invoice", { ...sale, previewHash })).toBe("PREVIEW_REQUIRED");
    expect(await codeOf("credit_invoice", { ...credit, previewHash: ofCredit })).toBe("PREVIEW_REQUIRED");
  }
  expect(await count()).toEqual(before);
});

test("an argument for the path leads to no other operation", async () => {
  for (const id of [
    undefined,
    null,
    "",
    ".",
    "..",
    "1/pdf",
    "1?limit=1",
    "%2e",
    "preview",
    "\ud800",
    [1, 2],
    { toString: 1 },
  ]) {
    for (const name of ["get_invoice", "get_invoice_pdf", "credit_invoice", "send_invoice_email"]) {
      const { structuredContent } = await call(name, { id, idempotency: "k", emails: [{ email: "ana@example.com" }] });
      expect([name, id, structuredContent]).toEqual([name, id, expect.objectContaining({ code: "NOT_FOUND" })]);
    }
  }
  const { structuredContent } = await call("lookup_taxpayer", { cuit: ".." });
  expect(structuredContent).toMatchObject({ ok: false, code: "VALIDATION_ERROR" });
});
