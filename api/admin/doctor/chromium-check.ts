import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { systemBrowsers } from "../../../shared/system-browsers.js";
import type { UsableConfig } from "../config.js";
import { type Check, failed, passed } from "./check.js";

const name = "chromium";

/**
 * Whether the renderer has a browser to print with: the configured one, Playwright's own, or one installed on the system. And
 * whether this system can give that browser its sandbox, unless the setting does without.
 */
export function checkChromium(config: UsableConfig): Check {
  const { CHROMIUM_PATH, PLAYWRIGHT_BROWSERS_PATH, CHROMIUM_NO_SANDBOX } = config;
  if (CHROMIUM_PATH && !isExecutable(CHROMIUM_PATH)) {
    return failed(name, `${CHROMIUM_PATH} is not an executable file`, "Set CHROMIUM_PATH to a Chromium, or unset it.");
  }
  const found =
    CHROMIUM_PATH || findPlaywrights(PLAYWRIGHT_BROWSERS_PATH) || systemBrowsers.find((file) => existsSync(file));
  if (!found) {
    return failed(name, "none was found", "Set CHROMIUM_PATH, or install one with: npx playwright install chromium");
  }
  if (CHROMIUM_NO_SANDBOX) return passed(name, `${found}, without its sandbox (CHROMIUM_NO_SANDBOX)`);
  const switchedOff = namespaceSwitches.find((file) => readSwitch(file) === "0");
  if (!switchedOff) return passed(name, found);
  return failed(
    name,
    `no user namespaces, so no sandbox for Chromium: ${switchedOff} is 0`,
    `Allow user namespaces (sysctl), or set CHROMIUM_NO_SANDBOX=1.`,
  );
}

/** With a 0 in one of them, Linux gives Chromium's sandbox no user namespace. Debian has the second one. */
const namespaceSwitches = ["/proc/sys/user/max_user_namespaces", "/proc/sys/kernel/unprivileged_userns_clone"];

function readSwitch(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
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
