import { expect, test } from "vitest";
import { createSecretSeal } from "../../../../shared/sealing/secret-seal.js";

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const seal = createSecretSeal(keyOf(1));

test("a sealed ticket can be opened and is not readable", () => {
  const sealed = seal.seal("a ticket", "ticket:1:wsfe");
  expect(Buffer.from(sealed).toString("latin1")).not.toContain("ticket");
  expect(seal.open(sealed, "ticket:1:wsfe")).toBe("a ticket");
});

test("a sealed ticket does not open in another context, changed, cut, or with another key", () => {
  const sealed = seal.seal("a ticket", "ticket:1:wsfe");
  expect(() => seal.open(sealed, "ticket:2:wsfe")).toThrow();
  expect(() => seal.open(sealed.with(-1, (sealed.at(-1) ?? 0) ^ 1), "ticket:1:wsfe")).toThrow();
  expect(() => seal.open(sealed.subarray(0, 20), "ticket:1:wsfe")).toThrow();
  expect(() => createSecretSeal(keyOf(2)).open(sealed, "ticket:1:wsfe")).toThrow();
});

test("with a second key, what was sealed under it opens too, and the first one seals", () => {
  const both = createSecretSeal(keyOf(2), keyOf(1));
  expect(both.open(seal.seal("a ticket", "c"), "c")).toBe("a ticket");
  expect(createSecretSeal(keyOf(2)).open(both.seal("a ticket", "c"), "c")).toBe("a ticket");
  expect(() => createSecretSeal(keyOf(2), keyOf(3)).open(seal.seal("a ticket", "c"), "c")).toThrow();
});

test("the same ticket is sealed differently each time", () => {
  expect(seal.seal("x", "c")).not.toEqual(seal.seal("x", "c"));
});
