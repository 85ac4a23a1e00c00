import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staticFiles } from "../../../api/app/static-files.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { inEveryWay, look, openWatched } from "../../support/app/browse.js";
import { styles } from "../../support/app/styles/page.js";
import { closeContexts, openLoneBrowser } from "../../support/readers/open-page.js";

const self = ["'self'"];
const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: self,
  styleSrc: self,
  imgSrc: ["'self'", "data:"],
  fontSrc: self,
  connectSrc: self,
  formAction: self,
};

/** What forms sent. Their answer comes when the test says so. */
let sent: string[] = [];
let answerForms = () => {};
let allowed: Promise<void> = Promise.resolve();

const app = new Hono()
  .use(secureHeaders({ contentSecurityPolicy: policy }))
  .route("/", staticFiles())
  .route("/", styles())
  .post("/app/styles", async (c) => {
    sent.push(new URLSearchParams(await c.req.text()).toString());
    await allowed;
    return c.redirect("/app/styles?sent", 303);
  });

let server: Server;
let origin: string;
let browser: Browser;
beforeAll(async () => {
  server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openLoneBrowser();
});
afterAll(async () => {
  await closeContexts(browser);
  server.closeAllConnections();
  server.close();
});

const notebook = { width: 1366, theme: "light", script: true } as const;
const openStyles = async (): Promise<Page> => {
  const page = await openWatched(browser, notebook);
  await page.goto(`${origin}/app/styles`);
  return page;
};

test("every component is accessible, fits a phone and a notebook, and obeys the content security policy", async () => {
  await inEveryWay(
    async (page, { width, script }) => {
      await page.goto(`${origin}/app/styles`);
      await look(page, "styles");
      await page.getByText("Revocar la clave").click();
      await page.getByRole("button", { name: "Revocar mostrador" }).waitFor();
      expect(await page.getByRole("button", { name: "Copiar" }).count()).toBe(script ? 1 : 0);
      await page.getByRole("link", { name: "Ver más" }).click();
      await page.getByText("Lo que faltaba.").waitFor();
      expect(page.url().endsWith("?more")).toBe(!script);

      await page.goto(`${origin}/app/styles?environment=production&said`);
      await page.getByText("Se guardó el punto de venta 3.").waitFor();
      if (width < 1000) await page.locator(".menu summary").click();
      await page.getByRole("link", { name: "Puntos de venta" }).waitFor();
      await look(page, "styles-production");

      await page.goto(`${origin}/app/styles/plain`);
      await look(page, "styles-plain");
    },
    { mustBeAll: true },
  );
});

test("the environment stays in sight, says itself in words and leads to the same section of the other one", async () => {
  const page = await openWatched(browser, { ...notebook, width: 390 });
  await page.goto(`${origin}/app/styles`);
  const bar = page.getByRole("region", { name: "Ambiente" });
  expect(await bar.innerText()).toMatch(/homologación/i);
  expect(await bar.getByRole("link").getAttribute("href")).toBe("/app/demo/production/invoices");
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await waitFor(async () => (await bar.boundingBox())?.y === 0, { message: "the bar to be on top" });
});

test("a form is sent once however often it is clicked, with the value of its button, and again after its answer", async () => {
  const page = await openStyles();
  sent = [];
  allowed = new Promise((resolve) => {
    answerForms = resolve;
  });
  const button = page.getByRole("button", { name: "Vista previa" });
  await button.scrollIntoViewIfNeeded();
  const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 };
  const press = () => page.mouse.click(x + 5, y + 5);
  await press();
  await waitFor(() => sent.length > 0, { message: "the form to come" });
  await press();
  await press();
  answerForms();
  await page.waitForURL("**/app/styles?sent");
  expect(sent).toEqual(["csrf=&next=preview"]);

  await page.keyboard.press("Alt+k");
  await waitFor(() => sent.length === 2, { message: "the shortcut to send the form" });
  expect(sent[1]).toBe("csrf=&next=preview");
});

test("the chosen colours outlive the page, and the system's come back", async () => {
  const page = await openStyles();
  const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
  const light = await ground();
  await page.getByRole("button", { name: "Oscuro" }).click();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await ground()).toBe(dark);
  await page.getByRole("button", { name: "Según el sistema" }).click();
  expect(await ground()).toBe(light);
});

test("a secret is copied by its button, which says so", async () => {
  const page = await openStyles();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  await page.getByRole("button", { name: "Copiar" }).click();
  await page.getByRole("button", { name: "Copiado" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(/^TEST_/);
});

test("the summary of faults has the focus, and its links lead to the controls", async () => {
  const page = await openStyles();
  await page.locator("[data-focus]:focus").waitFor();
  await page.getByRole("link", { name: "Concepto: elegí uno." }).click();
  expect(await page.evaluate("document.activeElement?.id")).toBe("field-faulty.concept");
});

test("the keyboard reaches the content first", async () => {
  const page = await openWatched(browser, notebook);
  await page.goto(`${origin}/app/styles/plain`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement?.id")).toBe("content");
});
