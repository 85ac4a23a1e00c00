import path from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";
import { projectFolder } from "../../../shared/assets/assets.js";
import { findChromium } from "../../sandbox/servers/chromium.js";

/** A page of a browser that can reach 127.0.0.1 only. */
export interface LonePage extends AsyncDisposable {
  page: Page;
  /** URLs on other hosts that the page requested; none was reached. */
  outside: string[];
  /** The page's uncaught errors and console errors. */
  complaints: string[];
}

/** Browser of this worker. Its files share this module, and one start of Chromium takes longer than most of their pages. */
let running: Promise<Browser> | undefined;

/**
 * The worker's browser, which finds no host but 127.0.0.1. The first that asks starts it, and it ends with the worker. A browser context keeps
 * nothing of another: who opens one closes it, or `closeContexts` does.
 */
export function openLoneBrowser(): Promise<Browser> {
  // One that did not start, or has ended, is no fault of the file that asks next.
  running = running?.then((browser) => (browser.isConnected() ? browser : launch()), launch) ?? launch();
  return running;
}

/** Closes the contexts that a file leaves open: their pages would go on asking a server that is gone. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

async function launch(): Promise<Browser> {
  const { executablePath, env, args } = await findChromium();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...args, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
}

export async function openLonePage(options: BrowserContextOptions = {}): Promise<LonePage> {
  const browser = await openLoneBrowser();
  const context = await browser.newContext({ viewport: { width: 1200, height: 760 }, ...options });
  const outside: string[] = [];
  const complaints: string[] = [];
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1") outside.push(request.url());
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return {
    page,
    outside,
    complaints,
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Updates the README's screenshot of a page when UPDATE_PICTURES is set. */
export async function showPicture(page: Page, name: string): Promise<void> {
  if (!process.env.UPDATE_PICTURES) return;
  await page.screenshot({ path: path.join(projectFolder, "test", "support", "screenshots", name), scale: "css" });
}
