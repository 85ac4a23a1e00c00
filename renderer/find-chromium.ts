import { existsSync } from "node:fs";
import { systemBrowsers } from "../shared/config/system-browsers.js";
import { loadChromium } from "./playwright.js";

/**
 * The browser to print with: the configured one, Playwright's own, or one of the system. Undefined means Playwright's own.
 * @throws Error naming what to do when there is none.
 */
export function findBrowserPath(configured: string | undefined): string | undefined {
  if (configured) {
    if (existsSync(configured)) return configured;
    throw new Error(`CHROMIUM_PATH: there is no file ${configured}`);
  }
  if (existsSync(loadChromium().executablePath())) return undefined;
  const found = systemBrowsers.find((path) => existsSync(path));
  if (found) return found;
  throw new Error("no Chromium found: set CHROMIUM_PATH, or install one with: npx playwright install chromium");
}
