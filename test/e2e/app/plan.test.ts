import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, argentineDay } from "../../../shared/domain/calendar.js";
import { type PaymentProvider, startPaymentProvider } from "../../payment-provider/stand-in.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { inEveryWay, look } from "../../support/app/browse.js";
import { signedIn } from "../../support/app/signed-in.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";

let site: PaymentProvider;
let system: System;
let origin: string;
beforeAll(async () => {
  site = await startPaymentProvider();
  system = await startSystem({
    processes: ["api", "issuer"],
    env: {
      ...{ APP_URL: "http://127.0.0.1:3000", PAYMENTS: "mercadopago" },
      ...{ MERCADOPAGO_URL: site.url, MERCADOPAGO_CHECKOUT_HOST: site.host },
      ...{ MERCADOPAGO_ACCESS_TOKEN: site.token, MERCADOPAGO_WEBHOOK_SECRET: site.secret },
    },
  });
  origin = system.originOf("api");
  // People come back to where the application says it is.
  await system.kill("api");
  await system.start("api", { APP_URL: origin });
  await system.sql(`
    INSERT INTO plan (name, code, title, monthly_vouchers, price, months, extra_vouchers, extra_price)
    VALUES ('plan base', 'base', 'Base', 100000, 15000.10, 1, 1000, 900)`);
});
afterAll(async () => {
  await system?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});

test("a lapsed company is led from the bar to the plan, pays, comes back, and issues again", async () => {
  const { options } = await signedIn(system, "owner");
  const issue = async () => (await system.request("/invoices", { method: "POST", body: invoiceB() })).status;
  await inEveryWay(async (page) => {
    await system.sql("DELETE FROM payment");
    await system.sql("DELETE FROM checkout");
    await system.sql(
      `UPDATE subscription SET until = $1, day_of_month = NULL, paid_plan_id = p.id FROM plan p
       WHERE p.code = 'base' AND company_id = (SELECT id FROM company WHERE code = 'demo')`,
      [addDays(argentineDay(Date.now()), -3)],
    );
    // An API process remembers for a second what was paid.
    await waitFor(async () => (await issue()) === 402, { message: "the lapse to be seen" });
    await page.goto(`${origin}/app/demo/homologation/invoices`);
    await page.locator('a[href="/app/demo/homologation/plan"]:visible').first().click();
    await page.getByText("La suscripción terminó").waitFor();
    await look(page, "plan-lapsed");
    await page.getByRole("button", { name: "Renovar" }).click();
    await page.getByRole("link", { name: "Ir a pagar" }).waitFor();
    await look(page, "plan-checkout");
    await page.getByRole("link", { name: "Ir a pagar" }).click();
    await page.getByRole("button", { name: "Pagar", exact: true }).click();
    await page.waitForURL(`${origin}/app/demo/homologation/plan?**`);
    await page.getByText("Aprobado").waitFor();
    expect(await page.getByText("La suscripción terminó").count()).toBe(0);
    await look(page, "plan-paid");
    expect(await issue()).toBe(201);
  }, options);
});

test("where it is paid by transfer, the page says how, and has no button", async () => {
  await system.kill("api");
  await system.start("api", { PAYMENTS: "manual", PAYMENT_INSTRUCTIONS: "Transferí a talonario.cobros" });
  const { options } = await signedIn(system, "owner");
  await inEveryWay(async (page) => {
    await page.goto(`${origin}/app/demo/homologation/plan`);
    await page.getByText("Transferí a talonario.cobros").waitFor();
    expect(await page.getByRole("button", { name: "Renovar" }).count()).toBe(0);
    await look(page, "plan-by-transfer");
  }, options);
});
