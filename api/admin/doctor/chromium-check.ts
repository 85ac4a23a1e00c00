import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { systemBrowsers } from "../../../shared/system-browsers.js";
import { type Check, failed, passed } from "./check.js";

const name = "chromium";

/** Whether the renderer has a browser to print with: the configured one, Playwright's own, or one installed on the system. */
export function checkChromium(configured: string | undefined, playwrightFolder: string | undefined): Check {
  if (configured) {
    if (isExecutable(configured)) return passed(name, configured);
    return failed(name, `${configured} is not an executable file`, "Set CHROMIUM_PATH to a Chromium, or unset it.");
  }
  const found = findPlaywrights(playwrightFolder) ?? systemBrowsers.find((file) => existsSync(file));
  if (found) return passed(name, found);
  return failed(name, "none was found", "Set CHROMIUM_PATH, or install one with: npx playwright install chromium");
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findPlaywrights(configured: string | undefined): string | undefined {
  const folders = [
    configured,
    path.join(homedir(), ".cache", "ms-playwright"),
    path.join(homedir(), "Library", "Caches", "ms-playwright"),
  ];
  for (const folder of folders) {
    if (!folder || !existsSync(folder)) continue;
    const browser = readdirSync(folder).find((entry) => entry.startsWith("chromium"));
    if (browser) return path.join(folder, browser);
  }
  return undefined;
}
