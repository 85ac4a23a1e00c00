import { type Browser, chromium, type Page } from "playwright";
import { withTimeout } from "./with-timeout.js";

export interface PdfBrowser {
  /** Prints a document that is whole by itself. One try more, with a fresh browser, when the browser crashes or hangs. */
  print(html: string): Promise<Buffer>;
  /** Whether a browser is there; starts one when the last has gone. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

interface BrowserOptions {
  executablePath: string | undefined;
  printTimeoutMs?: number;
  /** After so many prints the browser is replaced, before whatever it leaks is felt. */
  recycleAfter?: number;
  onFailure?: (error: unknown) => void;
}

interface Running {
  browser: Browser;
  idlePages: Page[];
  prints: number;
  busy: number;
  retired: boolean;
}

const launchTimeoutMs = 20_000;

/** Starts Chromium and keeps it and its pages warm: a page is opened once and used again and again. */
export async function openBrowser({
  executablePath,
  printTimeoutMs = 20_000,
  recycleAfter = 500,
  onFailure = () => undefined,
}: BrowserOptions): Promise<PdfBrowser> {
  let current: Promise<Running> | undefined;
  let closed = false;

  const take = async (): Promise<Running> => {
    if (closed) throw new Error("the browser is closed");
    current ??= launch(executablePath);
    const taken = current;
    // Somebody else may have replaced it meanwhile: only what was taken here is dropped.
    const drop = () => {
      if (current === taken) current = undefined;
    };
    try {
      const running = await taken;
      if (!running.retired && running.browser.isConnected() && running.prints < recycleAfter) return running;
      retire(running);
    } catch (error) {
      drop();
      throw error;
    }
    drop();
    return take();
  };

  const printOnce = async (html: string): Promise<Buffer> => {
    const running = await take();
    running.busy += 1;
    running.prints += 1;
    try {
      return await withTimeout(printTimeoutMs, "the browser did not print in time", () => printOn(running, html));
    } catch (error) {
      onFailure(error);
      running.retired = true;
      throw error;
    } finally {
      running.busy -= 1;
      if (running.retired) retire(running);
    }
  };

  await take();
  return {
    print: async (html) => {
      try {
        return await printOnce(html);
      } catch {
        return printOnce(html);
      }
    },
    isReady: () =>
      take().then(
        () => true,
        () => false,
      ),
    close: async () => {
      closed = true;
      const running = await current?.catch(() => undefined);
      await running?.browser.close().catch(() => undefined);
    },
  };
}

/** No new work; closed once the last print on it has ended. A browser that hangs is killed by Playwright after a while. */
function retire(running: Running): void {
  running.retired = true;
  if (running.busy === 0) running.browser.close().catch(() => undefined);
}

async function launch(executablePath: string | undefined): Promise<Running> {
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    timeout: launchTimeoutMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: ["--disable-gpu", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND", ...sandbox],
  });
  return { browser, idlePages: [], prints: 0, busy: 0, retired: false };
}

async function printOn(running: Running, html: string): Promise<Buffer> {
  const page = running.idlePages.pop() ?? (await openPage(running.browser));
  await page.setContent(html, { waitUntil: "load" });
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  running.idlePages.push(page);
  return pdf;
}

/** No script runs and nothing is fetched; what the document needs is inside it. */
async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true, serviceWorkers: "block" });
  await context.route("**/*", (route) => route.abort());
  return context.newPage();
}
