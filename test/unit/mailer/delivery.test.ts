import { expect, test } from "vitest";
import { isDeliverable, readRefusal } from "../../../mailer/delivery.js";

test.each([
  ["ana@example.com", true],
  ["ana+facturas@sub.example.com.ar", true],
  ["ñandú@ejemplo.ar", true],
  ["", false],
  ["ana", false],
  ["ana@example.com, eve@example.com", false],
  ["ana@example.com\r\nBcc: eve@example.com", false],
  ["Ana <ana@example.com>", false],
  [`${"a".repeat(250)}@example.com`, false],
])("%j can be sent to: %s", (email, expected) => {
  expect(isDeliverable(email)).toBe(expected);
});

const smtpError = (code: string, responseCode?: number) =>
  Object.assign(new Error("refused"), {
    code,
    ...(responseCode ? { responseCode, response: `${responseCode} no` } : {}),
  });

test.each([
  ["5xx for the recipient", smtpError("EENVELOPE", 550), "550 no"],
  ["5xx for the message", smtpError("EMESSAGE", 554), "554 no"],
  ["an envelope refused before anything was sent", smtpError("EENVELOPE"), "refused"],
  ["4xx for the recipient", smtpError("EENVELOPE", 451), undefined],
  ["4xx for the message", smtpError("EMESSAGE", 421), undefined],
  ["a refused login", smtpError("EAUTH", 535), undefined],
  ["no connection", smtpError("ESOCKET"), undefined],
  ["5xx as a greeting", smtpError("ECONNECTION", 554), undefined],
  ["anything else", "text", undefined],
])("%s", (_name, error, expected) => {
  expect(readRefusal(error)).toBe(expected);
});
