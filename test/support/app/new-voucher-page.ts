import type { Browser, BrowserContextOptions, Page } from "playwright";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../processes/system.js";
import { openWatched, type Way } from "./browse.js";

export const notebook: Way = { width: 1366, theme: "light", script: true };

/** The page of a voucher. */
export const isVoucher = /\/invoices\/\d+/;

/** Wait for a voucher's page without the frame of its PDF, which is answered seconds later where nobody prints. */
export const withoutPdf = { waitUntil: "domcontentloaded" } as const;

export const newVoucherAddress = (system: Pick<System, "baseUrl">): string =>
  `${new URL(system.baseUrl).origin}/app/demo/homologation/invoices/new`;

/** Opens a new form in a browser context of its own. */
export async function openNewVoucher(
  browser: Browser,
  system: Pick<System, "baseUrl">,
  options: BrowserContextOptions,
  way = notebook,
): Promise<Page> {
  const page = await openWatched(browser, way, options);
  await page.goto(newVoucherAddress(system));
  return page;
}

export const field = (page: Page, name: string) => page.locator(`[id="field-${name}"]`);

export async function fillLine(page: Page, price = "1.210,50"): Promise<void> {
  await field(page, "items.0.description").fill("Yerba mate 1 kg");
  await field(page, "items.0.quantity").fill("2");
  await field(page, "items.0.price").fill(price);
}

export const issueButton = (page: Page) => page.getByRole("button", { name: "Emitir de prueba" });

/** The key of a form: the last part of its address. */
export const keyOf = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";

/** Signs in on the page that asks for it, and goes on with what was filled in before. */
export async function signInAgain(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole("heading", { name: "Iniciar sesión" }).waitFor();
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByLabel("Contraseña").fill(password);
  await page.getByRole("button", { name: "Entrar" }).click();
}

/** Sends the form, and gives when the authority has been asked. It answers nothing until its faults are cleared. */
export async function sendWithoutAnswer(page: Page, { authority }: Pick<System, "authority">): Promise<void> {
  const calls = await authority.calls("FECAESolicitar");
  await authority.pushFault({ operation: "FECAESolicitar", action: "hang" });
  await issueButton(page).click({ noWaitAfter: true });
  await waitFor(async () => (await authority.calls("FECAESolicitar")) > calls, { message: "the authority" });
}
