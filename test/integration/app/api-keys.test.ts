import { expect, test } from "vitest";
import { openApp } from "../../support/app/app-client.js";
import { openForFile } from "../../support/open-for-file.js";

const base = "/app/demo/homologation/api-keys";

const app = await openForFile(openApp);
const owner = await app.signIn("owner");

const keysNamed = (name: string) => app.system.db.apiKey.findMany({ where: { name } });
const newestOf = (text: string) => /name="newest" value="(\d+)"/.exec(text)?.[1] ?? "";

/** Shows the form and fills it in. */
async function create(fields: Record<string, string | string[]>) {
  const newest = newestOf((await owner.get(`${base}/new`)).text);
  return { newest, answer: await owner.post(`${base}/new`, { newest, scopes: ["read", "issue"], ...fields }) };
}

test("a key is shown in the answer to its form alone, and works", async () => {
  const { answer } = await create({ name: "Tienda web", expires: "2099-12-31" });
  expect([answer.status, answer.location]).toEqual([201, null]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const secret = /TEST_[\w-]{32}/.exec(answer.text)?.[0] ?? "";
  const used = await app.system.get("/api-keys/test", { key: secret });
  expect([used.status, used.body.environment]).toEqual([200, "homologation"]);
  const [key] = await keysNamed("Tienda web");
  expect(key).toMatchObject({ scopes: ["read", "issue"], expiresAt: new Date("2099-12-31T23:59:59-03:00") });
  expect((await owner.get(base)).text).not.toContain(secret);
  expect(answer.text).toContain("31/12/2099 23:59");
});

test("the same form sent again makes no second key, and says what to do", async () => {
  const { newest, answer } = await create({ name: "Cargada dos veces" });
  expect(answer.status).toBe(201);
  const again = await owner.post(`${base}/new`, { newest, scopes: ["read", "issue"], name: "Cargada dos veces" });
  expect(again.status).toBe(409);
  expect(again.text).not.toMatch(/TEST_[\w-]{32}/);
  expect(again.text).toContain("revocá");
  expect(await keysNamed("Cargada dos veces")).toHaveLength(1);

  // A form that was shown afterwards is another wish.
  expect((await create({ name: "Cargada dos veces" })).answer.status).toBe(201);
  expect(await keysNamed("Cargada dos veces")).toHaveLength(2);
});

test("what is wrong is said beside its field", async () => {
  const { answer } = await create({ name: "", expires: "2020-01-01" });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('id="field-name-error"');
  const past = await create({ name: "Vencida", expires: "2020-01-01" });
  expect(past.answer.text).toContain('id="field-expires-error"');
  expect(past.answer.text).toContain('value="2020-01-01"');
  const nothing = await create({ name: "Nada", scopes: [] });
  expect(nothing.answer.text).toContain('id="field-scopes-error"');
  expect(await keysNamed("Nada")).toHaveLength(0);
});

test("a key is revoked, the last that configures among them: people can always make another", async () => {
  const { answer } = await create({ name: "Perdida" });
  const secret = /TEST_[\w-]{32}/.exec(answer.text)?.[0] ?? "";
  const [key] = await keysNamed("Perdida");
  const revoked = await owner.post(`${base}/${key?.id}/revocation`);
  expect([revoked.status, revoked.location]).toEqual([303, `${base}?said=revoked`]);
  expect((await app.system.get("/api-keys/test", { key: secret })).status).toBe(401);
  expect((await owner.get(`${base}?said=revoked`)).text).toContain("Revocada");
  expect((await owner.post(`${base}/999999/revocation`)).status).toBe(400);
});

test("others see the keys, and are offered no change", async () => {
  const reader = await app.signIn("reader");
  await create({ name: "Visible" });
  const list = await reader.get(base);
  expect(list.text).toContain("Visible");
  expect(list.text).not.toContain("Revocar");
  expect((await reader.get(`${base}/new`)).status).toBe(403);
  expect((await reader.post(`${base}/new`, { name: "Forzada", scopes: "read" })).status).toBe(403);
  expect((await reader.post(`${base}/1/revocation`)).status).toBe(403);
  expect(await keysNamed("Forzada")).toHaveLength(0);
});
