import { expect, test } from "vitest";
import { smtpTlsOf } from "../../../../shared/config/smtp-tls.js";

test.each([
  ["smtp://mail.example.com:587", undefined, "required"],
  ["smtp://mail", undefined, "required"],
  ["smtp://10.0.0.5:25", undefined, "required"],
  ["smtp://127.0.0.1.example.com", undefined, "required"],
  ["smtp://user:localhost@mail.example.com", undefined, "required"],
  ["smtp://127.0.0.1:1025", undefined, "opportunistic"],
  ["smtp://LOCALHOST", undefined, "opportunistic"],
  ["smtp://[::1]:25", undefined, "opportunistic"],
  ["smtp://mail.example.com?ignoreTLS=true", undefined, "off"],
  ["smtp://mail.example.com?ignoreTLS=true", "required", "required"],
  ["smtp://mail.example.com", "off", "off"],
  ["smtp://127.0.0.1", "required", "required"],
  ["smtps://mail.example.com", undefined, "implicit"],
  ["smtps://mail.example.com", "off", "implicit"],
] as const)("%s with SMTP_TLS=%s: %s", (url, setting, mode) => {
  expect(smtpTlsOf(url, setting)).toBe(mode);
});
