import { expect, test } from "vitest";
import { mailerConfig } from "../../../mailer/config.js";
import { readConfig } from "../../../shared/config/config.js";

const needed = {
  DATABASE_URL: "postgresql://localhost/x",
  REDIS_URL: "redis://localhost",
  SMTP_URL: "smtp://localhost",
  MAIL_FROM: "a@example.com",
};
const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const keysOf = (WEBHOOK_KEY: string) => {
  const read = readConfig(mailerConfig, { ...needed, WEBHOOK_KEY });
  return "config" in read ? read.config.WEBHOOK_KEY : read.faults.map((fault) => fault.split(":")[0]);
};

test("WEBHOOK_KEY is one key, or the new one and the old one", () => {
  expect(keysOf("")).toBeUndefined();
  expect(keysOf(key(1))).toEqual([key(1)]);
  expect(keysOf(`${key(1)},${key(2)}`)).toEqual([key(1), key(2)]);
});

test.each(["short", `${key(1)},short`, `${key(1)},${key(2)},${key(3)}`])("WEBHOOK_KEY=%s stops the start", (text) => {
  expect(keysOf(text)).toEqual([expect.stringContaining("WEBHOOK_KEY")]);
});

const appUrlOf = (APP_URL: string) => {
  const read = readConfig(mailerConfig, { ...needed, APP_URL });
  return "config" in read ? read.config.APP_URL : read.faults.map((fault) => fault.split(":")[0]);
};

test("APP_URL is an address without a path, and may be unset", () => {
  expect(appUrlOf("")).toBeUndefined();
  expect(appUrlOf("https://facturas.example.com")).toBe("https://facturas.example.com");
  expect(appUrlOf("http://127.0.0.1:3000/")).toBe("http://127.0.0.1:3000");
});

test.each(["facturas.example.com", "ftp://example.com", "https://example.com/app", "https://example.com/?a=1"])(
  "APP_URL=%s stops the start",
  (text) => {
    expect(appUrlOf(text)).toEqual([expect.stringContaining("APP_URL")]);
  },
);
