import { expect, test } from "vitest";
import { cleanOperatorName } from "../../../../shared/domain/operator-name.js";

test.each([
  ["ana", "ana"],
  ["  Ana   Gómez ", "Ana Gómez"],
  ["ana\r\nlevel: fatal", "ana level: fatal"],
  ["ana\u202egro", "ana gro"],
  ["\u0000\u200b", undefined],
  ["", undefined],
  ["😀".repeat(64), "😀".repeat(64)],
  ["x".repeat(65), undefined],
])("%j becomes %j", (given, name) => {
  expect(cleanOperatorName(given)).toBe(name);
});
