import { existsSync } from "node:fs";
import { Gauge } from "prom-client";
import { systemBrowsers } from "../shared/config/system-browsers.js";
import { ageOfBrowser } from "../shared/process/browser-age.js";
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

/** Tells among the metrics how old the browser is that prints. Without a sample when its file cannot be looked at. */
export function tellAge(file: string): void {
  new Gauge({
    name: "talonario_chromium_age_seconds",
    help: "Seconds since the Chromium that prints was built",
    async collect() {
      const age = await ageOfBrowser(file, Date.now());
      if (age === undefined) this.reset();
      else this.set(age);
    },
  });
}
