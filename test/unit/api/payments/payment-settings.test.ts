import { expect, test } from "vitest";
import { apiConfig } from "../../../../api/config.js";

const ground = {
  DATABASE_URL: "postgresql://a:b@c:5432/d",
  REDIS_URL: "redis://c:6379",
  SEALING_KEY: Buffer.alloc(32, 1).toString("base64"),
};
const paid = {
  ...ground,
  ...{ PAYMENTS: "mercadopago", APP_URL: "https://facturas.example.com" },
  ...{ MERCADOPAGO_ACCESS_TOKEN: "token", MERCADOPAGO_WEBHOOK_SECRET: "secret" },
};
const faultsOf = (environment: object) =>
  apiConfig.safeParse(environment).error?.issues.map(({ path }) => path.join(".")) ?? [];

test("without settings a subscription is paid by transfer, and nothing is needed", () => {
  expect(faultsOf(ground)).toEqual([]);
  expect(apiConfig.parse(ground)).toMatchObject({ PAYMENTS: "manual", BILLING_ENV: "production", BILLING_TAX_TYPE: 5 });
});

test.each(["MERCADOPAGO_ACCESS_TOKEN", "MERCADOPAGO_WEBHOOK_SECRET", "APP_URL"])(
  "a process that serves pages does not start without %s, and an API without pages does",
  (name) => {
    expect(faultsOf(paid)).toEqual([]);
    const { [name as keyof typeof paid]: _, ...lacking } = paid;
    expect(faultsOf(lacking)).toEqual([name]);
    expect(faultsOf({ ...lacking, APP: "only" })).toEqual([name]);
    expect(faultsOf({ ...lacking, APP: "off" })).toEqual([]);
  },
);

test.each([
  ["PAYMENTS", "card"],
  ["MERCADOPAGO_URL", "api.mercadopago.com"],
  ["MERCADOPAGO_NOTIFICATION_URL", "yes"],
  ["MERCADOPAGO_MAX_AGE", "0"],
  ["MERCADOPAGO_CHECKOUT_HOST", "https://mercadopago.com.ar/pay"],
  ["BILLING_POS", "0"],
  ["BILLING_ENV", "test"],
  ["BILLING_TAX_TYPE", "21"],
])("a wrong %s is named", (name, value) => {
  expect(faultsOf({ ...paid, [name]: value })).toContain(name);
});

test("who bills needs a point of sale", () => {
  expect(faultsOf({ ...ground, BILLING_COMPANY: "operador" })).toEqual(["BILLING_POS"]);
  expect(faultsOf({ ...ground, BILLING_COMPANY: "operador", BILLING_POS: "1" })).toEqual([]);
});
