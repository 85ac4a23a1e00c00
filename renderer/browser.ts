import type { Browser } from "playwright";
import { withTimeout } from "../shared/concurrency/with-timeout.js";
import { launchChromium } from "./launch-chromium.js";
import { PrintFailure } from "./print-failure.js";
import { openPrintPage, type PrintPage } from "./print-page.js";

export interface PdfBrowser {
  /**
   * Runs the work with a page of its own. When the browser crashes or hangs, it tries once more with a new browser.
   * @throws PrintFailure when both tries failed. Any other error means that no browser starts.
   */
  use<T>(work: (page: PrintPage) => Promise<T>, options?: UseOptions): Promise<T>;
  /** Whether a browser is running; starts one if there is none. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

interface UseOptions {
  /** Milliseconds that are added to the usual timeout. */
  allowanceMs?: number;
  /** In a browser of its own, so that it takes no other print with it. */
  alone?: boolean;
}

interface BrowserOptions {
  executablePath: string | undefined;
  /** Whether Chromium must run in its own sandbox. */
  sandbox: boolean;
  printTimeoutMs?: number;
  /** The browser is replaced after this many prints, because it may leak memory. */
  recycleAfter?: number;
  onFailure?: (error: unknown) => void;
}

interface RunningBrowser {
  browser: Browser;
  idlePages: PrintPage[];
  prints: number;
  busy: number;
  retired: boolean;
}

/**
 * Starts Chromium, and reuses it and its pages for many prints.
 * @throws NoSandboxError when it must have a sandbox and the system allows none
 */
export async function openBrowser({
  executablePath,
  sandbox,
  printTimeoutMs = 20_000,
  recycleAfter = 500,
  onFailure = () => undefined,
}: BrowserOptions): Promise<PdfBrowser> {
  let current: Promise<RunningBrowser> | undefined;
  let closed = false;
  const launch = () => launchChromium(executablePath, sandbox);

  const start = async (): Promise<RunningBrowser> => ({
    browser: await launch(),
    idlePages: [],
    prints: 0,
    busy: 0,
    retired: false,
  });

  const take = async (): Promise<RunningBrowser> => {
    if (closed) throw new Error("the browser is closed");
    current ??= start();
    const taken = current;
    // Another print may have replaced it meanwhile, so drop only the browser taken here.
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

  const useOnce = async <T>(work: (page: PrintPage) => Promise<T>, timeoutMs: number, alone: boolean): Promise<T> => {
    const running = await (alone ? start() : take());
    running.retired ||= alone;
    running.busy += 1;
    running.prints += 1;
    try {
      return await withTimeout(timeoutMs, workOn(running, work), () => {
        throw new Error(`the browser did not print in time (${timeoutMs} ms)`);
      });
    } catch (error) {
      onFailure(error);
      running.retired = true;
      throw new PrintFailure(error instanceof Error ? error.message : `${error}`, { cause: error });
    } finally {
      running.busy -= 1;
      if (running.retired) retire(running);
    }
  };

  await take();
  return {
    use: async (work, { allowanceMs = 0, alone = false } = {}) => {
      const timeoutMs = printTimeoutMs + allowanceMs;
      try {
        return await useOnce(work, timeoutMs, alone);
      } catch {
        return useOnce(work, timeoutMs, alone);
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

/** Gives the browser no new work and closes it after its last print. Playwright kills a browser that hangs after a while. */
function retire(running: RunningBrowser): void {
  running.retired = true;
  if (running.busy === 0) running.browser.close().catch(() => undefined);
}

/** Uses an idle page, or opens one. A page whose work failed is not used again: its browser is closed. */
async function workOn<T>(running: RunningBrowser, work: (page: PrintPage) => Promise<T>): Promise<T> {
  const page = running.idlePages.pop() ?? (await openPrintPage(running.browser));
  const result = await work(page);
  running.idlePages.push(page);
  return result;
}
