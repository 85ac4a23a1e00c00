import { afterAll, beforeAll, expect, test } from "vitest";
import { type System, startSystem } from "../support/processes/system.js";
import { openLonePage, showPicture } from "../support/readers/open-page.js";
import { invoiceA, invoiceB } from "../support/samples/invoice.js";

const board = { BOARD_USER: "operator", BOARD_PASSWORD: "secret" };

let system: System;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"], env: board });
});
afterAll(() => system[Symbol.asyncDispose]());

test("the board shows a rejected issuance with its reason and loads nothing from another host", async () => {
  await system.request("/invoices", { method: "POST", body: invoiceB() });
  const refused = await system.request("/invoices", { method: "POST", body: invoiceA({ voucherDate: "20240102" }) });
  expect(refused.status).toBe(422);
  const [reason] = refused.body.details as { code: number; msg: string }[];

  const httpCredentials = { username: board.BOARD_USER, password: board.BOARD_PASSWORD };
  await using lone = await openLonePage({ httpCredentials });
  const { page } = lone;
  await page.goto(`${system.originOf("api")}/board`);
  await page.getByRole("link", { name: "issuance" }).first().click();
  await page
    .getByRole("link", { name: /^completed/i })
    .first()
    .click();
  await page.getByText("c1-test-p1-t1 rejected").first().waitFor();
  await page
    .getByRole("link", { name: /c1-test-p1-t1 rejected|issuance-2-1/ })
    .first()
    .click();
  await page.getByText(`(${reason?.code}) Campo CbteFch`).last().waitFor();
  expect(await page.locator("body").innerText()).toMatch(/rejected after \d+ ms, \d+ ms of them with the authority/);
  await showPicture(page, "board.png");
  expect({ outside: lone.outside, complaints: lone.complaints }).toEqual({ outside: [], complaints: [] });
});

test("the documentation shows every operation, loads nothing from another host, and can try one out with a key that the browser does not keep", async () => {
  await using lone = await openLonePage();
  const { page } = lone;
  await page.goto(`${system.originOf("api")}/docs`);
  await page.getByText("Issue a voucher").first().waitFor();
  expect(await page.locator(".opblock").count()).toBeGreaterThan(20);
  await showPicture(page, "docs.png");

  await page.getByRole("button", { name: "Authorize" }).first().click();
  await page.locator("input[type=text]").last().fill(system.keys.keys.test);
  await page.locator(".auth-btn-wrapper .authorize").click();
  await page.locator(".btn-done").click();
  await page.getByText("Test the key").click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByPlaceholder("company_id").fill("demo");
  await page.getByRole("button", { name: "Execute" }).click();
  await page.getByText('"environment": "homologation"').first().waitFor();
  const { cookies, origins } = await page.context().storageState();
  expect(JSON.stringify({ cookies, origins })).not.toContain(system.keys.keys.test);
  expect({ outside: lone.outside, complaints: lone.complaints }).toEqual({ outside: [], complaints: [] });
});
