import { expect, test } from "vitest";
import { cacheOpenedKeys } from "../../../../issuer/authority-access/cache-opened-keys.js";

const bytes = (text: string) => Buffer.from(text);

function openWorld() {
  const asked: string[] = [];
  const state = { fails: false };
  const opener = cacheOpenedKeys({
    publicKeys: [],
    async open(sealed, context) {
      asked.push(`${Buffer.from(sealed)} of ${context}`);
      if (state.fails) throw new Error("does not open");
      return `key of ${Buffer.from(sealed)}`;
    },
  });
  return { asked, state, opener };
}

test("a private key is opened once, by many at the same time too, and again when it is stored in another form", async () => {
  const { asked, opener } = openWorld();
  const keys = await Promise.all(Array.from({ length: 5 }, () => opener.open(bytes("a"), "1")));
  expect(new Set(keys)).toEqual(new Set(["key of a"]));
  await opener.open(bytes("b"), "1");
  await opener.open(bytes("a"), "2");
  expect(asked).toEqual(["a of 1", "b of 1", "a of 2"]);
});

test("a key that does not open is tried again each time", async () => {
  const { asked, state, opener } = openWorld();
  state.fails = true;
  for (let at = 0; at < 2; at++) await expect(opener.open(bytes("a"), "1")).rejects.toThrow("does not open");
  state.fails = false;
  expect(await opener.open(bytes("a"), "1")).toBe("key of a");
  expect(asked).toHaveLength(3);
});

test("only the latest are kept", async () => {
  const { asked, opener } = openWorld();
  for (let at = 0; at < 2_001; at++) await opener.open(bytes(`${at}`), "1");
  await opener.open(bytes("2000"), "1");
  expect(asked).toHaveLength(2_001);
  await opener.open(bytes("0"), "1");
  expect(asked).toHaveLength(2_002);
});
