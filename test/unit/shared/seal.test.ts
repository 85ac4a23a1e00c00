import { expect, test } from "vitest";
import { createSeal } from "../../../shared/seal.js";

const seal = createSeal(Buffer.alloc(32, 1).toString("base64"));

test("a sealed secret can be opened and is not readable", () => {
  const sealed = seal.seal("a private key", "certificate:1");
  expect(Buffer.from(sealed).toString("latin1")).not.toContain("private");
  expect(seal.open(sealed, "certificate:1")).toBe("a private key");
});

test("a sealed secret does not open in another context, changed, or with another key", () => {
  const sealed = seal.seal("a private key", "certificate:1");
  expect(() => seal.open(sealed, "certificate:2")).toThrow();
  expect(() => seal.open(sealed.with(-1, (sealed.at(-1) ?? 0) ^ 1), "certificate:1")).toThrow();
  expect(() => createSeal(Buffer.alloc(32, 2).toString("base64")).open(sealed, "certificate:1")).toThrow();
});

test("the same secret is sealed differently each time", () => {
  expect(seal.seal("x", "c")).not.toEqual(seal.seal("x", "c"));
});
