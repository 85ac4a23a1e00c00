import { expect, test } from "vitest";
import { changesBetween } from "../../../../shared/domain/changes.js";

test("only changed fields are listed, with their old and new values", () => {
  const before = { name: "Centro", enabled: true, keys: [{ key: "a" }] };
  expect(changesBetween(before, { ...before, enabled: false })).toEqual({
    before: { enabled: true },
    after: { enabled: false },
  });
  expect(changesBetween(before, { ...before, keys: [{ key: "b" }] })).toEqual({
    before: { keys: [{ key: "a" }] },
    after: { keys: [{ key: "b" }] },
  });
  expect(changesBetween(before, { ...before, keys: [{ key: "a" }] })).toBeUndefined();
});
