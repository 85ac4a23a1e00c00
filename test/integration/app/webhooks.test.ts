import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";

const base = "/app/demo/homologation/webhooks";

let app: OpenedApp;
let owner: AppClient;
beforeAll(async () => {
  app = await openApp();
  owner = await app.signIn("owner");
});
afterAll(() => app?.[Symbol.asyncDispose]());

const hidden = (text: string, name: string) => new RegExp(`name="${name}" value="(\\d+)"`).exec(text)?.[1] ?? "";
const secretIn = (text: string) => /whsec_[\w+/=]+/.exec(text)?.[0];
const webhooksTo = (url: string) => app.system.db.webhook.findMany({ where: { url } });

/** Adds one, and gives its path. */
async function add(url: string, events: string | string[] = "*"): Promise<string> {
  const newest = hidden((await owner.get(`${base}/new`)).text, "newest");
  const made = await owner.post(`${base}/new`, { newest, url, events, description: "" });
  expect([made.status, made.location]).toEqual([201, null]);
  expect(secretIn(made.text)).toBeDefined();
  const [webhook] = await webhooksTo(url);
  return `${base}/${webhook?.id}`;
}

test("a webhook's secret is shown in the answer to its form alone; sent again, the form adds nothing", async () => {
  const url = "https://example.com/a";
  const newest = hidden((await owner.get(`${base}/new`)).text, "newest");
  const form = { newest, url, events: ["invoice.issued", "batch.finished"], description: "Tienda" };
  const made = await owner.post(`${base}/new`, form);
  expect(made.status).toBe(201);
  expect(secretIn(made.text)).toBeDefined();
  expect(await webhooksTo(url)).toMatchObject([
    { events: ["invoice.issued", "batch.finished"], description: "Tienda" },
  ]);
  const again = await owner.post(`${base}/new`, form);
  expect(again.status).toBe(409);
  expect(secretIn(again.text)).toBeUndefined();
  expect(await webhooksTo(url)).toHaveLength(1);
  expect((await owner.get(base)).text).toContain("Comprobante emitido, Lote terminado");
});

test("what is wrong is said beside its field, and stays typed", async () => {
  const refused = await owner.post(`${base}/new`, { newest: "0", url: "http://localhost/x", description: "" });
  expect(refused.status).toBe(400);
  for (const field of ["url", "events"]) expect(refused.text).toContain(`id="field-${field}-error"`);
  expect(refused.text).toContain('value="http://localhost/x"');
  expect(refused.text).not.toMatch(/must/);
});

test("an owner changes a webhook, switches it off and on, and deletes it", async () => {
  const one = await add("https://example.com/b");
  const changed = await owner.post(one, { url: "https://example.com/b2", events: ["*", "ping"], description: "Otra" });
  expect([changed.status, changed.location]).toEqual([303, `${one}?said=changed`]);
  expect(await webhooksTo("https://example.com/b2")).toMatchObject([{ events: ["*"], description: "Otra" }]);

  await owner.post(`${one}/enabled`, { enabled: "false" });
  expect((await owner.get(one)).text).toContain("Está desactivado");
  const refused = await owner.post(`${one}/test`);
  expect(refused.status).toBe(400);
  expect(refused.text).not.toContain("is disabled");
  await owner.post(`${one}/enabled`, { enabled: "true" });
  expect(await webhooksTo("https://example.com/b2")).toMatchObject([{ enabled: true }]);

  expect((await owner.post(`${one}/removal`)).location).toBe(`${base}?said=removed`);
  expect((await owner.get(one)).status).toBe(404);
});

test("a new secret is shown once; sent again, the form does not end the secret before it", async () => {
  const one = await add("https://example.com/c");
  const rotation = hidden((await owner.get(one)).text, "rotation");
  const rotated = await owner.post(`${one}/secret`, { rotation });
  expect([rotated.status, secretIn(rotated.text)]).toEqual([200, expect.any(String)]);
  const again = await owner.post(`${one}/secret`, { rotation });
  expect([again.status, secretIn(again.text)]).toEqual([409, undefined]);
  const entries = await app.system.db.auditEntry.findMany({
    where: { action: "webhook.secret", resourceId: one.split("/").at(-1) ?? "" },
  });
  expect(entries).toMatchObject([{ actorType: "user", actorEmail: owner.email }]);

  const fresh = hidden((await owner.get(one)).text, "rotation");
  expect((await owner.post(`${one}/secret`, { rotation: fresh })).status).toBe(200);
});

test("a test is a delivery with its state, its attempts in words, and a way to try again", async () => {
  const one = await add("https://example.com/d");
  expect((await owner.post(`${one}/test`)).location).toBe(`${one}?said=tested`);
  const { db } = app.system;
  const [delivery] = await db.webhookDelivery.findMany({ where: { webhookId: Number(one.split("/").at(-1)) } });
  const path = `${one}/deliveries/${delivery?.id}`;
  expect((await owner.get(one)).text).toContain("Pendiente");

  const at = "2026-11-21T14:03:11.120Z";
  const attempts = [
    { at, status: null, ms: 5, error: { why: "refused" }, answer: null },
    { at, status: 500, ms: 85, error: null, answer: "<b>broken</b>" },
  ];
  await db.$executeRaw`
    UPDATE webhook_delivery SET state = 'failed', attempts = ${JSON.stringify(attempts)}::jsonb, due_at = now() + interval '1 day' WHERE id = ${delivery?.id}`;
  const list = await owner.get(`${one}?state=failed`);
  expect(list.text).toContain("500 en 85 ms");
  expect((await owner.get(`${one}?state=delivered`)).text).toContain("No hay entregas en ese estado");
  const page = await owner.get(path);
  for (const words of ["rechazó la conexión", "21/11/2026 11:03", "&lt;b&gt;broken", "webhookId"])
    expect(page.text).toContain(words);

  expect((await owner.post(`${path}/retry`)).location).toBe(`${path}?said=retried`);
  expect(await db.webhookDelivery.findUnique({ where: { id: delivery?.id ?? 0 } })).toMatchObject({ state: "pending" });
});

test("one that the service disabled says why", async () => {
  const one = await add("https://example.com/e");
  await app.system.db.webhook.updateMany({
    where: { url: "https://example.com/e" },
    data: { enabled: false, disabledReason: "gone" },
  });
  const page = await owner.get(one);
  expect(page.text).toContain("Respondió 410");
  expect(page.text).toContain("Desactivado por fallas");
});

test("others see webhooks and deliveries, and are offered no change", async () => {
  const one = await add("https://example.com/f");
  await owner.post(`${one}/test`);
  const reader = await app.signIn("reader");
  const page = await reader.get(one);
  expect(page.text).toContain("https://example.com/f");
  expect(page.text).not.toMatch(new RegExp(`action="${base}`));
  const forced = ["", "/enabled", "/test", "/secret", "/removal"].map((deed) => `${one}${deed}`);
  for (const path of [`${base}/new`, ...forced, `${one}/deliveries/1/retry`])
    expect((await reader.post(path)).status).toBe(403);
  const stranger = await app.signIn("owner", "mono");
  expect((await stranger.get(one)).status).toBe(404);
  expect((await stranger.get(one.replace("/demo/", "/mono/"))).status).toBe(404);
  expect((await stranger.post(`${one.replace("/demo/", "/mono/")}/secret`, { rotation: "0" })).status).toBe(404);
});
