import { expect, test } from "vitest";
import { toAsciiAddress } from "../../../../shared/domain/mail-address.js";
import { parseUrl } from "../../../../shared/domain/parse-url.js";
import { webhookUrlProblem } from "../../../../shared/domain/webhook-url.js";

/** V8 optimizes after some thousands of calls; by far more than that what it did has been seen. */
const calls = 50_000;

test("a name with letters beyond ASCII is a URL also once its check is optimized", () => {
  let refused = 0;
  for (let call = 0; call < calls; call++) {
    if (webhookUrlProblem("https://ñandú.com.ar/hook", false)) refused += 1;
    if (toAsciiAddress("ventas@ñandú.com.ar") !== "ventas@xn--and-6ma2c.com.ar") refused += 1;
  }
  expect(refused).toBe(0);
});

test("what is no URL is undefined", () => {
  expect(parseUrl("https://")).toBeUndefined();
  expect(parseUrl("ejemplo.com")).toBeUndefined();
  expect(parseUrl("https://ejemplo.com")?.host).toBe("ejemplo.com");
});
