import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { approvedFate, refusedFate } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

let api: AdminApp;
beforeAll(async () => {
  api = await openAdminApp();
});
afterAll(() => api[Symbol.asyncDispose]());

const preview = async (body: unknown) => (await api.call("POST", "/invoices/preview", { body })).body.result;
const keyRemark = (code: string, message: string) => [
  { field: "idempotency", code, message: expect.stringContaining(message) },
];

test("a preview says which voucher the key already has: the issuance would answer it", async () => {
  const body = invoiceB();
  await api.call("POST", "/invoices", { body });
  expect(await preview(body)).toMatchObject({
    problems: [],
    notes: keyRemark("IDEMPOTENCY_HIT", "already belongs to voucher 1-6-1"),
  });
  expect((await api.call("POST", "/invoices", { body })).status).toBe(200);
});

test("a preview predicts the 409 of a key that belongs to a voucher of another point of sale or type", async () => {
  const body = invoiceB();
  await api.call("POST", "/invoices", { body });
  const other = { ...body, posNumber: 2 };
  expect(await preview(other)).toMatchObject({
    problems: keyRemark("VALIDATION_ERROR", "already belongs to voucher 1-6-"),
    notes: [],
  });
  expect((await api.call("POST", "/invoices", { body: other })).status).toBe(409);
});

test("a preview says that another request issues with the key, and that a key without a voucher is free", async () => {
  const body = invoiceB();
  // While the issuance is in line, its fate looks at the preview.
  let inLine: unknown;
  const refused = refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons: [{ code: 10016, msg: "fecha" }] });
  Object.assign(api.deps.settlements, {
    wait: async ({ id }: { id: number }) => {
      inLine ??= await preview(body);
      return { ended: await refused(api.db, id) };
    },
  });
  expect((await api.call("POST", "/invoices", { body })).status).toBe(422);
  expect(inLine).toMatchObject({ problems: [], notes: keyRemark("IDEMPOTENCY_IN_USE", "point of sale 1 and type 6") });
  expect(await preview(body)).toMatchObject({ problems: [], notes: [] });
  Object.assign(api.deps.settlements, {
    wait: async ({ id }: { id: number }) => ({ ended: await approvedFate(api.db, id) }),
  });
});
