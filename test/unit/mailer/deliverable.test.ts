import { expect, test } from "vitest";
import { isDeliverable } from "../../../mailer/deliverable.js";

test.each([
  ["ana@example.com", true],
  ["ana+facturas@sub.example.com.ar", true],
  ["o'higgins@example.com", true],
  ["ñandú@ejemplo.ar", true],
  ["", false],
  ["ana", false],
  ["ana@", false],
  ["@example.com", false],
  ["ana@example.com, eve@example.com", false],
  ["ana@example.com;eve@example.com", false],
  ["ana@example.com\r\nBcc: eve@example.com", false],
  ["ana@example.com\u0000", false],
  // The parser keeps these.
  ["ana\u0085@example.com", false],
  ["ana@example.com\u007f", false],
  ["Ana <ana@example.com>", false],
  ["<ana@example.com>", false],
  ["amigos: ana@example.com;", false],
  ['"ana@evil.com"@example.com', false],
  ["ana(comment)@example.com", false],
  [`${"a".repeat(250)}@example.com`, false],
])("%j is deliverable: %s", (email, expected) => {
  expect(isDeliverable(email)).toBe(expected);
});
