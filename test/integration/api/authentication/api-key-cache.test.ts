import { expect, test } from "vitest";
import { createApiKeyCache } from "../../../../api/authentication/api-key-cache.js";
import { openForFile } from "../../../support/open-for-file.js";
import { openIssuingApp } from "../../../support/processes/issuing-app.js";

const system = await openForFile(openIssuingApp);

const revoke = (id: number) => system.db.$executeRaw`UPDATE api_key SET revoked_at = now() WHERE id = ${id}`;
const restore = (id: number) => system.db.$executeRaw`UPDATE api_key SET revoked_at = NULL WHERE id = ${id}`;

/** The callers of a process that does not see the revocation itself, with a clock that the test moves. */
async function start() {
  let nowMs = 1_000;
  const callers = createApiKeyCache(system.db, { nowMs: () => nowMs });
  const secret = system.keys.keys.test;
  const id = (await callers.find(secret))?.apiKeyId;
  if (id === undefined) throw new Error("the demo's key is not known");
  return { callers, secret, id, pass: (ms: number) => (nowMs += ms) };
}

test("a key that another process revoked is refused within a second", async () => {
  const { callers, secret, id, pass } = await start();
  await revoke(id);
  expect(await callers.find(secret)).toMatchObject({ apiKeyId: id });
  pass(999);
  expect(await callers.find(secret)).toBeUndefined();
  await restore(id);
  expect(await callers.find(secret), "a refusal is not cached").toMatchObject({ apiKeyId: id });
});

test("a key that expires is refused within a second, and a new process does not take it as right", async () => {
  const { callers, secret, id, pass } = await start();
  await system.db.$executeRaw`UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = ${id}`;
  expect(await callers.find(secret), "as remembered").toMatchObject({ apiKeyId: id });
  pass(999);
  expect(await callers.find(secret)).toBeUndefined();
  expect(callers.wasValid(secret)).toBe(false);
  const other = createApiKeyCache(system.db);
  await other.preload();
  expect(other.wasValid(secret)).toBe(false);
  await system.db.$executeRaw`UPDATE api_key SET expires_at = now() + interval '1 day' WHERE id = ${id}`;
  expect(await callers.find(secret)).toMatchObject({ apiKeyId: id });
  await system.db.$executeRaw`UPDATE api_key SET expires_at = NULL WHERE id = ${id}`;
});

test("a change by this process counts at once, even during a read", async () => {
  const { callers, secret, id, pass } = await start();
  pass(999);
  const reading = callers.find(secret);
  callers.clear();
  await reading;
  await revoke(id);
  expect(await callers.find(secret)).toBeUndefined();
  await restore(id);
});

test("a key was right once it was found, and no longer once it was found to be revoked", async () => {
  const { callers, secret, id, pass } = await start();
  const unused = createApiKeyCache(system.db);
  expect([unused.wasValid(secret), callers.wasValid(secret)]).toEqual([false, true]);
  callers.clear();
  pass(10_000);
  expect(callers.wasValid(secret), "longer than the caller is cached").toBe(true);
  await revoke(id);
  await callers.find(secret);
  expect(callers.wasValid(secret)).toBe(false);
  await restore(id);
});

test("a new process takes the keys in force as right, and no others", async () => {
  const { secret, id } = await start();
  const callers = createApiKeyCache(system.db);
  const { production } = system.keys.keys;
  await revoke(id);
  await callers.preload();
  expect([callers.wasValid(secret), callers.wasValid(production), callers.wasValid("TEST_wrong")]).toEqual([
    false,
    true,
    false,
  ]);
  await restore(id);
  await callers.preload();
  expect(callers.wasValid(secret)).toBe(true);
});

test("many requests at once with the same key cost one statement", async () => {
  let statements = 0;
  const counting = new Proxy(system.db, {
    get(db, name) {
      if (name === "$queryRaw") statements += 1;
      return Reflect.get(db, name);
    },
  });
  const callers = createApiKeyCache(counting);
  const found = await Promise.all(Array.from({ length: 50 }, () => callers.find(system.keys.keys.test)));
  expect(new Set(found).size).toBe(1);
  expect(statements).toBe(1);
});
