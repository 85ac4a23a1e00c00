import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { look, openWatched } from "../../support/app/browse.js";
import {
  field,
  fillLine,
  issueButton,
  isVoucher,
  keyOf,
  notebook,
  openNewVoucher,
  sendWithoutAnswer,
  signInAgain,
  withoutPdf,
} from "../../support/app/new-voucher-page.js";
import { signedIn } from "../../support/app/signed-in.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { closeContexts, openLoneBrowser } from "../../support/readers/open-page.js";
import { expectListedAsGranted } from "../ledgers.js";

const password = "una contraseña larga";

let system: System;
let browser: Browser;
let issuer: Awaited<ReturnType<typeof signedIn>>;
/** How many vouchers there were before the test. */
let before: number;
beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem({ processes: ["api", "issuer"] }), openLoneBrowser()]);
});
afterAll(async () => {
  await closeContexts(browser);
  await system[Symbol.asyncDispose]();
});
beforeEach(async () => {
  issuer = await signedIn(system, "issuer", password);
  before = (await system.authority.ledger()).length;
});

const openNew = (way = notebook) => openNewVoucher(browser, system, issuer.options, way);

/** Expects the authority and our list to have so many vouchers more than before, one of them of this key. Gives its page's path. */
async function expectIssued(key: string, count = 1): Promise<string> {
  const rows = await expectListedAsGranted(system);
  expect(rows).toHaveLength(before + count);
  const ofKey = rows.filter(({ idempotency }) => idempotency === key);
  expect(ofKey).toHaveLength(1);
  return `/app/demo/homologation/invoices/${ofKey[0]?.id}`;
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** A second click ends the navigation of the first, which `waitForURL` takes for a failure. */
const untilVoucher = (page: Page) =>
  waitFor(async () => isVoucher.test(page.url()), { message: "the page of the voucher" });

const ways = [true, false];

test.each(ways)("a double click issues one voucher (script: %s)", async (script) => {
  const page = await openNew({ ...notebook, script });
  const key = keyOf(page);
  await fillLine(page);
  await issueButton(page).dblclick();
  await untilVoucher(page);
  expect(pathOf(page)).toBe(await expectIssued(key));
  await page.context().close();
});

test.each(ways)(
  "reloading the page of the new voucher, and going back to its form, issues nothing (script: %s)",
  async (script) => {
    const page = await openNew({ ...notebook, script });
    const key = keyOf(page);
    await fillLine(page);
    await issueButton(page).click();
    await page.waitForURL(isVoucher, withoutPdf);
    for (let times = 0; times < 2; times++) await page.reload(withoutPdf);
    const path = await expectIssued(key);
    expect(pathOf(page)).toBe(path);

    await page.goBack();
    await page.getByRole("heading", { name: "Ya se emitió: Factura B 00001-" }).waitFor();
    await page.reload();
    await expectIssued(key);
    await page.getByRole("link", { name: "Ver el comprobante" }).click();
    await page.waitForURL(isVoucher, withoutPdf);
    expect(pathOf(page)).toBe(path);
    await page.context().close();
  },
);

test("a second one like the first is a decision: it is said, and has a form and a number of its own", async () => {
  const page = await openNew();
  const first = keyOf(page);
  await fillLine(page);
  await issueButton(page).click();
  await page.waitForURL(isVoucher, withoutPdf);
  await page.goBack();
  await page.getByRole("link", { name: "Emitir otra igual" }).click();
  await page.getByText("Es otro comprobante, con los datos de Factura B 00001-").waitFor();
  const second = keyOf(page);
  expect(second).not.toBe(first);
  expect(await field(page, "items.0.price").inputValue()).toBe("1.210,50");
  await expectIssued(first);
  await issueButton(page).click();
  await page.waitForURL(isVoucher, withoutPdf);
  expect(pathOf(page)).toBe(await expectIssued(second, 2));
  await page.context().close();
});

test("a refused form that a reload sends again is refused again, and issued once when it is corrected", async () => {
  const page = await openNew({ ...notebook, script: false });
  const key = keyOf(page);
  await fillLine(page);
  const day = await field(page, "voucherDate").inputValue();
  await field(page, "voucherDate").fill("2020-01-01");
  await issueButton(page).click();
  // The page is the answer to the form, so the browser sends the form again.
  for (let times = 0; times < 2; times++) {
    await page.getByText("Lo que completaste sigue acá").waitFor();
    await page.reload();
  }
  expect(await expectListedAsGranted(system)).toHaveLength(before);
  await field(page, "voucherDate").fill(day);
  await issueButton(page).click();
  await page.waitForURL(isVoucher, withoutPdf);
  expect(pathOf(page)).toBe(await expectIssued(key));
  await page.context().close();
});

test("two tabs of one form issue one voucher, and the one that was changed says so and goes on as a new one", async () => {
  const first = await openNew();
  const key = keyOf(first);
  const [same, changed] = [await first.context().newPage(), await first.context().newPage()];
  for (const tab of [same, changed]) await tab.goto(first.url());
  for (const tab of [first, same]) await fillLine(tab);
  await fillLine(changed, "99");
  await Promise.all([first, same].map((tab) => issueButton(tab).click()));
  for (const tab of [first, same]) await tab.waitForURL(isVoucher, withoutPdf);
  const path = await expectIssued(key);
  expect([first, same].map(pathOf)).toEqual([path, path]);
  await issueButton(changed).click();
  await changed.getByText("Con este formulario ya se emitió Factura B 00001-").first().waitFor();
  await expectIssued(key);

  await changed.getByRole("button", { name: "Empezar una nueva con lo que completé" }).click();
  expect(await field(changed, "items.0.price").inputValue()).toBe("99");
  const another = keyOf(changed);
  await issueButton(changed).click();
  await changed.waitForURL(isVoucher, withoutPdf);
  await expectIssued(another, 2);
  await first.context().close();
});

test.each(ways)(
  "a connection that is cut while it is issued: the reloaded page waits, and leads to the one voucher (script: %s)",
  async (script) => {
    const page = await openNew({ ...notebook, script });
    const [address, key] = [page.url(), keyOf(page)];
    await fillLine(page);
    await sendWithoutAnswer(page, system);
    // The request is cut, and the form is still there.
    await (await page.context().newCDPSession(page)).send("Page.stopLoading");
    expect(page.url()).toBe(address);
    await page.reload();
    await page.getByRole("heading", { name: "Se está emitiendo" }).waitFor();
    if (!script) await look(page, "new-voucher-waiting");
    await system.authority.clearFaults();
    await page.waitForURL(isVoucher, { timeout: 60_000, ...withoutPdf });
    expect(pathOf(page)).toBe(await expectIssued(key));
    await page.context().close();
  },
);

test("an api that is killed while it issues: the reloaded page finds the one voucher", async () => {
  const page = await openNew();
  const [address, key] = [page.url(), keyOf(page)];
  await fillLine(page);
  await sendWithoutAnswer(page, system);
  await system.kill("api");
  await system.start("api");
  const again = await openWatched(browser, notebook, issuer.options);
  await again.goto(address);
  await again.getByRole("heading", { name: "Se está emitiendo" }).waitFor();
  await system.authority.clearFaults();
  await again.waitForURL(isVoucher, { timeout: 60_000, ...withoutPdf });
  expect(pathOf(again)).toBe(await expectIssued(key));

  // The very form once more, as a reload of the page that failed sends it.
  await page.goto(address);
  await page.getByRole("heading", { name: "Ya se emitió" }).waitFor();
  await expectIssued(key);
  for (const each of [page, again]) await each.context().close();
});

test.each(ways)(
  "a session that ends before the form is sent: it is kept, and issued once after signing in (script: %s)",
  async (script) => {
    const page = await openNew({ ...notebook, script });
    const key = keyOf(page);
    await fillLine(page);
    await system.sql("DELETE FROM person_session");
    await issueButton(page).click();
    await signInAgain(page, issuer.email, password);
    expect(await expectListedAsGranted(system)).toHaveLength(before);
    await page.getByRole("button", { name: "Ver lo que completé" }).dblclick();
    expect(await field(page, "items.0.price").inputValue()).toBe("1.210,50");
    expect(await expectListedAsGranted(system)).toHaveLength(before);
    await issueButton(page).click();
    await untilVoucher(page);
    expect(pathOf(page)).toBe(await expectIssued(key));
    await page.context().close();
  },
);

test.each(ways)(
  "a session that ends in the middle of the form: nothing that was typed is lost (script: %s)",
  async (script) => {
    const page = await openNew({ ...notebook, script });
    const key = keyOf(page);
    await field(page, "customer.name").fill("Ana Gómez");
    await fillLine(page);
    await system.sql("DELETE FROM person_session");
    await page.getByRole("button", { name: "Agregar línea" }).click();
    await signInAgain(page, issuer.email, password);
    await page.getByRole("button", { name: "Enviar lo que completé" }).click();
    await field(page, "items.1.description").waitFor();
    expect(keyOf(page)).toBe(key);
    expect(await field(page, "customer.name").inputValue()).toBe("Ana Gómez");
    expect(await field(page, "items.0.price").inputValue()).toBe("1.210,50");
    expect(await expectListedAsGranted(system)).toHaveLength(before);
    await issueButton(page).click();
    await page.waitForURL(isVoucher, withoutPdf);
    expect(pathOf(page)).toBe(await expectIssued(key));
    await page.context().close();
  },
);
