import { expect, test } from "vitest";
import { isCheckoutLink } from "../../../../api/payments/checkout-host.js";

test.each(["https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=1", "https://mercadopago.com.ar/checkout"])(
  "%s leads to the provider",
  (link) => {
    expect(isCheckoutLink(link, undefined)).toBe(true);
  },
);

test.each([
  "http://www.mercadopago.com.ar/checkout",
  "https://mercadopago.com.ar.example.com/",
  "https://notmercadopago.com.ar/",
  "https://mercadopago.com.ar@example.com/",
  "https://user:word@www.mercadopago.com.ar/",
  "javascript:alert(1)//mercadopago.com.ar",
  "//mercadopago.com.ar/",
  "",
])("%s does not", (link) => {
  expect(isCheckoutLink(link, undefined)).toBe(false);
});

test("another host is the one that the settings name, with its port; on this machine without TLS", () => {
  expect(isCheckoutLink("http://127.0.0.1:4500/checkout", "127.0.0.1:4500")).toBe(true);
  expect(isCheckoutLink("http://127.0.0.1:4501/checkout", "127.0.0.1:4500")).toBe(false);
  expect(isCheckoutLink("http://pay.example.com/checkout", "pay.example.com")).toBe(false);
  expect(isCheckoutLink("https://pay.example.com/checkout", "pay.example.com")).toBe(true);
  expect(isCheckoutLink("https://www.mercadopago.com.ar/", "pay.example.com")).toBe(false);
});
