import type { Browser, Page, Request } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isNote, issuableTypes } from "../../../shared/domain/voucher-types.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { inEveryWay, look, openWatched } from "../../support/app/browse.js";
import { holdAnswer } from "../../support/app/hold-answer.js";
import {
  field,
  fillLine,
  issueButton,
  isVoucher,
  keyOf,
  newVoucherAddress,
  notebook,
  openNewVoucher,
  withoutPdf,
} from "../../support/app/new-voucher-page.js";
import { signedIn } from "../../support/app/signed-in.js";
import type { SystemOptions } from "../../support/processes/open-system.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { closeContexts, openLoneBrowser } from "../../support/readers/open-page.js";
import { expectListedAsGranted } from "../ledgers.js";

let system: System;
let browser: Browser;
let issuer: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  const options = { processes: ["api", "issuer"], spares: ["renderer"] } satisfies SystemOptions;
  [system, browser] = await Promise.all([startSystem(options), openLoneBrowser()]);
});
afterAll(async () => {
  await closeContexts(browser);
  await system[Symbol.asyncDispose]();
});
beforeEach(async () => {
  issuer = await signedIn(system, "issuer");
});

const openNew = () => openNewVoucher(browser, system, issuer.options);
const focused = (page: Page) => page.evaluate("document.activeElement?.id");

const isPreview = (request: Request) => request.url().endsWith("/preview");
const isLookUp = (request: Request) => request.method() === "POST" && !isPreview(request);

/** Goes on with Tab until this element has the focus. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let step = 0; step < 80; step++) {
    if ((await page.evaluate("document.activeElement?.id")) === id) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${id}`);
}

test("a voucher is issued without a mouse: the receiver by one key, Enter for another line, totals as one types", async () => {
  const before = (await system.authority.ledger()).length;
  const page = await openNew();
  const key = keyOf(page);
  const tokens: (string | undefined)[] = [];
  page.on("request", (request) => {
    const headers = request.headers();
    if (request.method() === "POST" && headers["hx-request"]) tokens.push(headers["x-csrf-token"]);
  });
  expect(await focused(page)).toBe("field-customer.docNumber");
  await page.keyboard.press("Alt+c");
  await waitFor(async () => (await focused(page)) === "field-items.0.description", { message: "the first line" });
  expect(await field(page, "customer.name").inputValue()).toBe("Consumidor Final");

  await page.keyboard.type("Yerba mate 1 kg");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1.210,50");
  await page.keyboard.press("Enter");
  await waitFor(async () => (await focused(page)) === "field-items.1.description", { message: "another line" });
  await page.keyboard.type("Azúcar");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1000");
  await page.locator("#total", { hasText: "$ 3.421,00" }).waitFor();
  expect(await page.locator("#summary").innerText()).toContain("Factura B");
  expect(tokens.length).toBeGreaterThan(0);
  expect(tokens, "the script sends the token before the form").toEqual(
    tokens.map(() => expect.stringMatching(/^[\w-]{43}$/)),
  );
  await tabTo(page, "issue");
  await page.keyboard.press("Enter");
  await page.waitForURL(isVoucher, withoutPdf);
  const rows = await expectListedAsGranted(system);
  expect(rows).toHaveLength(before + 1);
  expect(rows.filter(({ idempotency }) => idempotency === key)).toMatchObject([
    { source: "app", userEmail: issuer.email },
  ]);
  await page.context().close();
});

test("Enter in the CUIT fills the receiver from the registry, and goes on with the first line", async () => {
  const page = await openNew();
  await page.keyboard.type("30-50001091-2");
  await page.keyboard.press("Enter");
  const said = page.locator("#receiver .said:not(:empty)");
  await said.waitFor();
  expect(await said.innerText()).toContain("GRAN EMPRESA DE PRUEBA SA");
  await waitFor(async () => (await focused(page)) === "field-items.0.description", { message: "the first line" });
  expect(await field(page, "customer.name").inputValue()).toBe("GRAN EMPRESA DE PRUEBA SA");
  await page.locator("#summary h2", { hasText: "Factura A" }).waitFor();
  await page.context().close();
});

test("the first field has the focus as soon as the page is read: the first keys of who types at once reach it", async () => {
  // A browser gives it with the next picture that it paints: here that was too late for one page in five.
  for (let at = 0; at < 8; at++) {
    const page = await openWatched(browser, notebook, issuer.options);
    await page.addInitScript(
      "addEventListener('DOMContentLoaded', () => { window.focusedAtOnce = document.activeElement.id })",
    );
    await page.goto(newVoucherAddress(system));
    expect(await page.evaluate("window.focusedAtOnce")).toBe("field-customer.docNumber");
    await page.context().close();
  }
});

test("a row is added to what few vouchers have, and the part stays open", async () => {
  const page = await openNew();
  await page.getByText("Más datos").click();
  for (const [name, row] of [
    ["Agregar tributo", "tributes"],
    ["Agregar dato opcional", "optionals"],
    ["Agregar comprador", "buyers"],
  ] as const) {
    const loaded = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
    await page.getByRole("button", { name }).click();
    await loaded;
    await page.locator(`#more[open] [id^="field-${row}.0."]`).first().waitFor();
  }
  await page.context().close();
});

test("on leaving the CUIT the registry fills the receiver, the letter follows, and who types elsewhere is left alone", async () => {
  const page = await openNew();
  await fillLine(page);
  await field(page, "customer.docNumber").fill("30-50001091-2");
  await field(page, "customer.docNumber").press("Tab");
  await field(page, "customer.address").fill("Otra dirección 1");
  await waitFor(async () => (await field(page, "customer.name").inputValue()) !== "", {
    message: "the name of the receiver",
  });
  await page.locator("#summary h2", { hasText: "Factura A" }).waitFor();
  expect(await focused(page)).toBe("field-customer.address");
  expect(await field(page, "customer.address").inputValue()).toBe("Otra dirección 1");
  expect(await field(page, "items.0.price").inputValue()).toBe("1.210,50");
  await page.locator("#total", { hasText: "$ 2.929,41" }).waitFor();
  await page.context().close();
});

test("what is typed between leaving the CUIT and asking the registry stays", async () => {
  const page = await openNew();
  const address = await field(page, "customer.address").elementHandle();
  await field(page, "customer.docNumber").evaluate((control, next) => {
    Object.assign(control, { value: "30-50001091-2" });
    control.dispatchEvent(new Event("change", { bubbles: true }));
    Object.assign(next ?? {}, { value: "Otra dirección 1" });
  }, address);
  await waitFor(async () => (await field(page, "customer.name").inputValue()) !== "", {
    message: "the name of the receiver",
  });
  expect(await field(page, "customer.address").inputValue()).toBe("Otra dirección 1");
  await page.context().close();
});

test("sums that were asked for before the receiver was there do not stay when they arrive after it", async () => {
  const page = await openNew();
  await fillLine(page);
  await page.locator("#total", { hasText: "$ 2.421,00" }).waitFor();
  const late = await holdAnswer(page, isPreview);
  await field(page, "items.0.description").fill("Yerba mate 500 g");
  await late.made;
  await field(page, "customer.docNumber").fill("30-50001091-2");
  await field(page, "customer.docNumber").press("Tab");
  await waitFor(async () => (await field(page, "customer.name").inputValue()) !== "", {
    message: "the name of the receiver",
  });
  await late.deliver();
  await page.locator("#total", { hasText: "$ 2.929,41" }).waitFor();
  await page.locator("#summary h2", { hasText: "Factura A" }).waitFor();
  await page.locator("#gist", { hasText: "Factura A · GRAN EMPRESA DE PRUEBA SA" }).waitFor();
  await page.context().close();
});

test("a price that is typed while the registry is asked counts in the sums that follow", async () => {
  const page = await openNew();
  await fillLine(page);
  const registry = await holdAnswer(page, isLookUp);
  await field(page, "customer.docNumber").fill("30-50001091-2");
  await field(page, "customer.docNumber").press("Tab");
  await registry.made;
  await field(page, "items.0.price").fill("2.000");
  await page.locator("#total", { hasText: "$ 4.000,00" }).waitFor();
  await registry.deliver();
  await page.locator("#summary h2", { hasText: "Factura A" }).waitFor();
  await page.locator("#total", { hasText: "$ 4.840,00" }).waitFor();
  await page.context().close();
});

test("the receiver is of the CUIT that stands there, also when another one is asked for while the registry is slow", async () => {
  const page = await openNew();
  const first = await holdAnswer(page, isLookUp);
  const cuit = field(page, "customer.docNumber");
  await cuit.fill("30-50001091-2");
  await cuit.press("Tab");
  await first.made;
  await cuit.fill("30-20202020-4");
  await cuit.press("Tab");
  await first.deliver();
  await page.locator("#receiver .said", { hasText: "IVA" }).waitFor();
  expect(await cuit.inputValue()).toBe("30202020204");
  expect(await field(page, "customer.name").inputValue()).not.toContain("GRAN EMPRESA");
  await page.context().close();
});

test("the quotation is of the currency that was chosen last, also when the one before comes late", async () => {
  const page = await openNew();
  const dollars = await holdAnswer(page, isLookUp);
  await field(page, "currency.id").selectOption("DOL");
  await dollars.made;
  await field(page, "currency.id").selectOption("060");
  await dollars.deliver();
  await waitFor(async () => (await page.locator("[name=quotedCurrency]").inputValue()) === "060", {
    message: "the quotation of the euro",
  });
  await page.context().close();
});

test("an answer that failed takes nothing back of what is typed after it", async () => {
  const page = await openNew();
  await fillLine(page);
  await page.locator("#total", { hasText: "$ 2.421,00" }).waitFor();
  const failed = await holdAnswer(page, isPreview, 500);
  const description = field(page, "items.0.description");
  await description.fill("Yerba");
  await failed.made;
  await description.fill("Yerba m");
  await failed.deliver();
  await description.fill("Yerba mate");
  await field(page, "items.0.quantity").fill("3");
  await page.locator("#total", { hasText: "$ 3.631,50" }).waitFor();
  expect(await description.inputValue()).toBe("Yerba mate");
  await page.context().close();
});

test("without a connection the form says so, and goes on when it is back", async () => {
  const page = await openNew();
  await page.context().setOffline(true);
  await fillLine(page);
  await page.getByText("Sin conexión: lo que escribiste sigue acá.").waitFor();
  await page.context().setOffline(false);
  await field(page, "items.0.quantity").fill("3");
  await page.locator("#total", { hasText: "$ 3.631,50" }).waitFor();
  await page.getByText("Sin conexión").waitFor({ state: "hidden" });
  await page.context().close();
});

test("the PDF comes into the page of the voucher by itself, also when its printer comes late", async () => {
  const page = await openNew();
  await fillLine(page);
  await issueButton(page).click();
  await page.waitForURL(isVoucher, withoutPdf);
  await page.frameLocator("iframe.pdf").getByText("El PDF se está haciendo").waitFor();
  const printed = page.waitForResponse(
    async (answer) => answer.url().endsWith("/pdf?inline=1") && answer.headers()["content-type"] === "application/pdf",
    { timeout: 60_000 },
  );
  await system.start("renderer");
  await printed;
  await page.context().close();
  await system.kill("renderer");
});

test("every type shows the parts of the form that it needs, and no others", async () => {
  const patch = (body: object) => system.request("/fiscal-data", { method: "PATCH", body });
  await patch({ withheldA: true, fce: { cbu: "2850590940090418135201", alias: null, transfer: "SCA" } });
  const page = await openNew();
  const parts = ["for-notes", "for-credit-invoices", "for-services"];
  for (const [type, traits] of issuableTypes.filter(([, { letter }]) => letter !== "C")) {
    await field(page, "voucherType").selectOption(String(type));
    const shown = await Promise.all(parts.map((part) => page.locator(`.${part}`).isVisible()));
    expect([type, ...shown]).toEqual([type, isNote(traits), traits.isFce, traits.isFce && !isNote(traits)]);
  }
  await page.context().close();
  await patch({ withheldA: false, fce: null });
});

test("the form reads well for everybody: empty, filled in, with faults, for a note, and when it was issued", async () => {
  await inEveryWay(async (page, { script }) => {
    await page.goto(newVoucherAddress(system));
    await look(page, "new-voucher");

    await field(page, "customer.docNumber").fill("30-50001091-2");
    await page.getByRole("button", { name: "Buscar" }).click();
    await waitFor(async () => (await field(page, "customer.name").inputValue()) !== "", {
      message: "the name of the receiver",
    });
    await fillLine(page);
    await page.getByRole("button", { name: "Agregar línea" }).click();
    await field(page, "items.1.description").fill("Servicio de instalación y puesta en marcha");
    await field(page, "items.1.price").fill("125.000");
    await page.getByLabel("Servicios", { exact: true }).check();
    await field(page, "customer.name").press("Enter");
    await page.getByText("No falta nada").waitFor();
    await look(page, "new-voucher-filled");

    await field(page, "items.1.price").fill("mil");
    await field(page, "voucherType").selectOption("3");
    await issueButton(page).click();
    await page.getByText("datos para corregir").waitFor();
    await look(page, "new-voucher-faults");

    if (script) return;
    await page.goto(newVoucherAddress(system));
    const address = page.url();
    await fillLine(page);
    await issueButton(page).click();
    await page.waitForURL(isVoucher, withoutPdf);
    await page.goto(address);
    await look(page, "new-voucher-issued");
  }, issuer.options);
}, 600_000);
