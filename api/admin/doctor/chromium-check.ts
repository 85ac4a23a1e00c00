import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { systemBrowsers } from "../../../shared/config/system-browsers.js";
import { ageOfBrowser, describeAge } from "../../../shared/process/browser-age.js";
import type { UsableConfig } from "../config.js";
import { type CheckResult, failed, passed } from "./check.js";
import { startBrowser } from "./start-browser.js";

const name = "chromium";

/**
 * Whether the renderer has a browser to print with (the configured one, Playwright's own, or one installed on the system), and whether
 * that starts here: in its sandbox, unless the setting does without.
 */
export async function checkChromium(config: UsableConfig): Promise<CheckResult> {
  const { CHROMIUM_PATH, PLAYWRIGHT_BROWSERS_PATH, CHROMIUM_NO_SANDBOX } = config;
  if (CHROMIUM_PATH && !isExecutable(CHROMIUM_PATH)) {
    return failed(name, `${CHROMIUM_PATH} is not an executable file`, "Set CHROMIUM_PATH to a Chromium, or unset it.");
  }
  const found =
    CHROMIUM_PATH || findPlaywrights(PLAYWRIGHT_BROWSERS_PATH) || systemBrowsers.find((file) => existsSync(file));
  if (!found) {
    return failed(name, "none was found", "Set CHROMIUM_PATH, or install one with: npx playwright install chromium");
  }
  const started = await startBrowser(found, !CHROMIUM_NO_SANDBOX);
  switch (started.outcome) {
    case "started": {
      const how = CHROMIUM_NO_SANDBOX ? withoutSandbox(found) : inSandbox(found, started.as);
      return passed(name, `${how}${describeAge(await ageOfBrowser(found, Date.now()))}`);
    }
    case "noSandbox":
      return failed(
        name,
        `this system gives ${found} no sandbox${whichSwitch()}`,
        'Allow user namespaces (renderer/README.md, "The sandbox"), or set CHROMIUM_NO_SANDBOX=1.',
      );
    case "failed":
      return failed(name, `${found} does not start: ${started.why}`, "Install what it lacks, or set CHROMIUM_PATH.");
  }
}

const withoutSandbox = (file: string) => `${file}, without its sandbox (CHROMIUM_NO_SANDBOX)`;
const inSandbox = (file: string, as: string | undefined) =>
  `${file} starts in its sandbox${as ? `, tried as ${as}: as root the renderer does not start` : ""}`;

/** With a 0 in one of them, Linux gives Chromium's sandbox no user namespace. Debian has the second one. */
const namespaceSwitches = ["/proc/sys/user/max_user_namespaces", "/proc/sys/kernel/unprivileged_userns_clone"];

function whichSwitch(): string {
  const off = namespaceSwitches.find((file) => readSwitch(file) === "0");
  return off ? `: ${off} is 0` : "";
}

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

/** Where a folder of Playwright's has the program. Without a window it takes the first two. */
const programs = [
  "chrome-headless-shell-linux64/chrome-headless-shell",
  "chrome-linux/headless_shell",
  "chrome-linux64/chrome",
  "chrome-linux/chrome",
  "chrome-mac/headless_shell",
  "chrome-headless-shell-mac-arm64/chrome-headless-shell",
];

function findPlaywrights(configured: string | undefined): string | undefined {
  const folders = [
    configured,
    path.join(homedir(), ".cache", "ms-playwright"),
    path.join(homedir(), "Library", "Caches", "ms-playwright"),
  ];
  const browsers = folders.flatMap((folder) =>
    folder && existsSync(folder)
      ? readdirSync(folder)
          .filter((entry) => entry.startsWith("chromium"))
          .map((entry) => path.join(folder, entry))
      : [],
  );
  return programs
    .flatMap((program) => browsers.map((browser) => path.join(browser, program)))
    .find((file) => existsSync(file));
}
