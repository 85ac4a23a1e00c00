import { expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { commandLineInside, succeeding } from "../support/processes/command-line.js";
import { type System, startSystem } from "../support/processes/system.js";
import { invoiceB } from "../support/samples/invoice.js";
import { startWebhookReceiver, type WebhookReceiver } from "../support/servers/webhook-receiver.js";
import { beginByHand, prepare } from "./stand-in.js";

/** What a company has, or what is born by administration. Everything else needs more than 32 bits one day. */
const few = ["api_key", "certificate", "company", "membership", "person", "plan", "point_of_sale"];

test("ids beyond 32 bits, up to the largest that JavaScript holds, go all the way", async () => {
  await using receiver = await startWebhookReceiver();
  await using system = await startSystem({ env: { APP_URL: "https://facturas.example.com" } });
  const counters = await system.sql<{ table: string; counter: string; type: string }>(`
    SELECT c.relname AS table, s.oid::regclass::text AS counter, format_type(q.seqtypid, NULL) AS type
    FROM pg_class s JOIN pg_sequence q ON q.seqrelid = s.oid JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass
      AND d.refobjsubid > 0 JOIN pg_class c ON c.oid = d.refobjid WHERE s.relkind = 'S' ORDER BY 1`);
  const narrow = counters.filter(({ type }) => type === "integer").map(({ table }) => table);
  expect(narrow).toEqual([...few, "webhook", "webhook_secret"]);

  const webhook = { url: receiver.url, events: ["*"] };
  const made = await system.request<{ id: number }>("/webhooks", { method: "POST", body: webhook });
  const code = await prepare(system);
  for (const least of [2 ** 31, Number.MAX_SAFE_INTEGER - 1_000_000]) {
    for (const { counter, type } of counters)
      if (type === "bigint") await system.sql(`SELECT setval('${counter}', $1)`, [least]);
    await goOn(system, receiver, { webhookId: made.body.result.id, code, least });
  }
  // Nothing was told under an id that was rounded.
  const undelivered = () => system.sql("SELECT FROM webhook_delivery WHERE state <> 'delivered'");
  await expect.poll(undelivered, { timeout: 60_000 }).toEqual([]);
});

interface Known {
  webhookId: number;
  code: string;
  least: number;
}

async function goOn(system: System, receiver: WebhookReceiver, { webhookId, code, least }: Known): Promise<void> {
  const get = async (path: string) => (await system.request<Row>(path)).body.result;
  const list = async (path: string) => (await system.request<Row[]>(path)).body.result;
  const address = `id-${least}@example.com`;
  const issued = await system.request("/invoices", {
    method: "POST",
    body: invoiceB({ emails: [{ email: address }] }),
  });
  expect(issued.status).toBe(201);
  const { id } = issued.body.result;
  expect(id).toBeGreaterThan(least);
  expect(await get(`/invoices/${id}`)).toMatchObject({ id, notes: [] });
  for (const query of [`id=${id}`, `id__in=${id},7`, `id__gte=${id}`, `id__gte=${least}&id__lte=${id}`])
    expect((await list(`/invoices?${query}`)).map((row) => row.id)).toEqual([id]);
  await mailTo(system, address);
  expect((await system.download(`/invoices/${id}/pdf`)).status).toBe(200);

  const key = { idempotency: `credit-of-${id}` };
  const credited = await system.request(`/invoices/${id}/credit-notes`, { method: "POST", body: key });
  expect(credited.status).toBe(201);
  expect(await get(`/invoices/${id}`)).toMatchObject({ notes: [{ id: credited.body.result.id }] });

  const invoices = [invoiceB(), invoiceB()];
  const batch = await system.request<Row>("/batches", { method: "POST", body: { invoices } });
  const batchId = batch.body.result.id;
  expect(batchId).toBeGreaterThan(least);
  await waitFor(async () => (await get(`/batches/${batchId}`)).state === "done", { message: "the batch" });
  for (const row of await list(`/batches/${batchId}/results`)) expect(row).toMatchObject({ state: "issued" });

  await system.sql("UPDATE caea SET id = nextval('caea_id_seq')");
  // The authority knows nothing of the code. Its refusal would stop the sequence.
  await system.sql("UPDATE caea_report SET state = 'reported', reported_at = now(), errors = '[]'");
  await beginByHand(system);
  const stoodIn = await system.request("/invoices", { method: "POST", body: invoiceB() });
  expect(stoodIn.body.result).toMatchObject({ cae: code });
  await system.sql("UPDATE contingency SET active_since = NULL, is_manual = false");
  expect(await get(`/invoices/${stoodIn.body.result.id}`)).toMatchObject({ authorization: "CAEA" });

  await waitFor(async () => receiver.received.some(({ payload }) => payload.data.id === stoodIn.body.result.id), {
    message: "the event of the last voucher",
  });
  const told = receiver.received.map(({ payload }) => payload).filter(({ type }) => type === "invoice.issued");
  expect(told.map(({ data }) => data.id)).toEqual(expect.arrayContaining([id, credited.body.result.id]));
  const [delivery] = await list(`/webhooks/${webhookId}/deliveries?limit=1`);
  expect(delivery?.id).toBeGreaterThan(least);
  expect(await get(`/webhooks/${webhookId}/deliveries/${delivery?.id}`)).toMatchObject({ id: delivery?.id });
  const [entry] = await list("/audit-log?limit=1");
  expect(entry?.id).toBeGreaterThan(least);

  const admin = succeeding(commandLineInside({ DATABASE_URL: system.databaseUrl }));
  const shown = await admin("voucher", "show", `${id}`, "--company", "demo", "--exchanges");
  expect(shown).toMatchObject({ voucher: { id }, exchanges: [{ issuanceIds: [expect.any(Number)] }] });
  const person = `person-${least}@example.com`;
  await admin("user", "invite", person, "--company", "demo", "--role", "reader");
  await mailTo(system, person);
}

type Row = { id: number; state?: string };

const mailTo = (system: System, address: string) =>
  waitFor(async () => (await (await fetch(`${system.mailboxUrl}/messages`)).text()).includes(address), {
    message: `the mail to ${address}`,
  });
