import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

let api: AdminApp;
beforeAll(async () => {
  api = await openAdminApp();
});
afterAll(() => api[Symbol.asyncDispose]());

const issue = async (): Promise<number> => (await api.post(invoiceB())).body.result.id;
const regenerate = (id: number) => api.call("POST", `/invoices/${id}/pdf`);
const schedule = (id: number, ...emails: unknown[]) => api.call("POST", `/invoices/${id}/emails`, { body: { emails } });
const to = (name: string) => ({ email: `${name}@example.com` });
const recipientsOf = async (id: number): Promise<{ slot: number; email: string; state: string }[]> =>
  api.db.$queryRaw`SELECT slot, email, state::text FROM recipient WHERE voucher_id = ${id} ORDER BY slot`;

test("a PDF can be printed again five times a day per voucher, with all its printed copies, and each time is audited", async () => {
  const [id, other] = [await issue(), await issue()];
  await api.db.$executeRaw`
    INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes)
      SELECT v.company_id, v.id, p.* FROM voucher v, (VALUES ('1', 'a', 1), ('1-2', 'b', 1)) p WHERE v.id = ${id}`;
  for (const remaining of [4, 3, 2, 1, 0]) {
    const answer = await regenerate(id);
    expect([answer.status, answer.body]).toEqual([202, { ok: true, result: { id, remaining } }]);
  }
  const refused = await regenerate(id);
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({ ok: false, code: "QUOTA_EXCEEDED", error: expect.any(String) });
  const waitSeconds = Number(refused.headers.get("retry-after"));
  expect(waitSeconds).toBeGreaterThan(86_000);
  expect(waitSeconds).toBeLessThanOrEqual(86_400);
  expect((await regenerate(other)).status).toBe(202);

  expect(api.printed.filter((each) => each.startsWith(`${id}/`))).toEqual(
    Array(5)
      .fill([`${id}/1`, `${id}/1-2`])
      .flat(),
  );
  expect(api.printed).toContain(`${other}/1`);
  const entries = (await api.audit("invoice.pdf.regenerate")).filter(({ resourceId }) => resourceId === `${id}`);
  expect(entries).toHaveLength(5);
  expect(entries[0]).toMatchObject({ production: false, actorType: "apikey", after: { versions: [[1], [1, 2]] } });

  // As if a day had passed. An audit entry cannot be changed otherwise.
  await api.db.$executeRaw`ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_is_final`;
  await api.db.$executeRaw`
    UPDATE audit_entry SET created_at = created_at - interval '24 hours' WHERE action = 'invoice.pdf.regenerate'`;
  await api.db.$executeRaw`ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_is_final`;
  expect((await regenerate(id)).status).toBe(202);
});

test("of simultaneous requests to print again, five are accepted", async () => {
  const id = await issue();
  const answers = await Promise.all(Array.from({ length: 9 }, () => regenerate(id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(202), ...Array(4).fill(429)]);
});

test("a reprint that could not be enqueued is neither counted nor audited", async () => {
  const id = await issue();
  const before = (await api.audit("invoice.pdf.regenerate")).length;
  const { printAnew } = api.deps;
  api.deps.printAnew = () => Promise.reject(new Error("Redis is away"));
  expect((await regenerate(id)).status).toBe(500);
  api.deps.printAnew = printAnew;
  expect(await api.audit("invoice.pdf.regenerate")).toHaveLength(before);
});

test("a reprint more than 30 days after the issuance is 400 without details", async () => {
  const id = await issue();
  await age(id, "29 days 23 hours");
  expect((await regenerate(id)).status).toBe(202);
  await age(id, "2 hours");
  const answer = await regenerate(id);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ ok: false, code: "VALIDATION_ERROR", error: expect.stringContaining("30 days") });
});

test("recipients can be added after the issuance, up to three in all, and are mailed at once", async () => {
  const id = await issue();
  await api.db.$executeRaw`
    INSERT INTO recipient (company_id, voucher_id, slot, email, pdf_versions) SELECT company_id, id, 1, 'first@example.com', '{1}' FROM voucher WHERE id = ${id}`;
  const second = { ...to("second"), name: "Ana", comments: "Copia", pdfVersions: [1, 2] };
  const scheduled = await schedule(id, second);
  expect(scheduled.status).toBe(202);
  expect(scheduled.body.result).toEqual({ id, emails: [second] });
  const tooMany = await schedule(id, to("third"), to("fourth"));
  expect([tooMany.status, tooMany.body]).toEqual([
    400,
    { ok: false, code: "VALIDATION_ERROR", error: expect.stringContaining("3 e-mail recipients") },
  ]);
  expect((await schedule(id, to("third"))).status).toBe(202);
  expect((await schedule(id, to("fourth"))).status).toBe(400);

  const recipients = await recipientsOf(id);
  expect(recipients.map(({ email, slot }) => [slot, email])).toEqual([
    [1, "first@example.com"],
    [2, "second@example.com"],
    [3, "third@example.com"],
  ]);
  expect(recipients.every(({ state }) => state === "due")).toBe(true);
  expect(api.mailed).toHaveLength(2);
  const row = (await api.call("GET", `/invoices/${id}`)).body.result;
  expect(row.emails.map(({ email }: { email: string }) => email)).toHaveLength(3);
  const entries = (await api.audit("invoice.email.schedule")).filter(({ resourceId }) => resourceId === `${id}`);
  expect(entries.map(({ after }) => after)).toEqual([
    { emails: [{ email: "second@example.com", name: "Ana", pdfVersions: [1, 2] }] },
    { emails: [{ email: "third@example.com", name: null, pdfVersions: [1] }] },
  ]);
});

test("recipients are listed in order with all fields, whatever characters they contain", async () => {
  const id = await issue();
  const comments = 'Va "adjunta" \\ en 2 copias,\nsaludos: ñandú 🧾 {}[]';
  const named = { ...to("first"), name: `O'Higgins "y" Cía.`, comments, pdfVersions: [1, 3] };
  expect((await schedule(id, named)).status).toBe(202);
  await schedule(id, to("second"));
  await api.db.$executeRaw`
    UPDATE recipient SET state = 'sent', smtp_response = '250 2.0.0 "Ok"', sent_at = '2026-03-04T05:06:07.080Z' WHERE voucher_id = ${id} AND slot = 1`;

  const emails = [
    { ...named, state: "sent", smtpResponse: '250 2.0.0 "Ok"', sent: "2026-03-04T05:06:07.080Z" },
    { ...to("second"), name: null, comments: null, pdfVersions: [1], state: "due", smtpResponse: null, sent: null },
  ];
  expect((await api.call("GET", `/invoices/${id}`)).body.result.emails).toEqual(emails);
  expect((await api.call("GET", `/invoices?id=${id}`)).body.result[0].emails).toEqual(emails);
});

test("of simultaneous requests to add recipients, three succeed", async () => {
  const id = await issue();
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => schedule(id, to(`r${index}`))));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, ...Array(5).fill(400)]);
  expect((await recipientsOf(id)).map(({ slot }) => slot)).toEqual([1, 2, 3]);
});

test.each([
  { body: {}, field: "emails" },
  { body: { emails: [] }, field: "emails" },
  { body: { emails: [{ email: "nobody" }] }, field: "emails.0.email" },
  { body: { emails: [{ name: "Ana" }] }, field: "emails.0.email" },
  { body: { emails: [{ email: "a@example.com", pdfVersions: [4] }] }, field: "emails.0.pdfVersions.0" },
  { body: { emails: Array(4).fill({ email: "a@example.com" }) }, field: "emails" },
])("adding recipients with $body is refused at $field", async ({ body, field }) => {
  const id = await issue();
  const answer = await api.call("POST", `/invoices/${id}/emails`, { body });
  expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, field]);
  expect(await recipientsOf(id)).toEqual([]);
});

/** Makes a voucher older. Vouchers are final, so this disables the database's protection for a moment. */
async function age(id: number, by: string): Promise<void> {
  await api.db.$transaction(async (tx) => {
    await tx.$executeRaw`ALTER TABLE voucher DISABLE TRIGGER voucher_is_final`;
    await tx.$executeRaw`UPDATE voucher SET created_at = created_at - ${by}::interval WHERE id = ${id}`;
    await tx.$executeRaw`ALTER TABLE voucher ENABLE TRIGGER voucher_is_final`;
  });
}
