import { tmpdir } from "node:os";
import type { Browser } from "playwright";
import { pickEnvironment } from "../shared/config/config.js";
import { loadChromium } from "./playwright.js";

const launchTimeoutMs = 20_000;

/** Variables by which Chromium finds programs, libraries and fonts. It gets no setting of ours, and so no password. */
const passedOn = ["PATH", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "LANG", "LC_ALL", "TZ"];

/** Messages of Playwright or Chromium when the system refuses the sandbox. */
const refusals = /Chromium sandboxing failed|Failed to move to new namespace|zygote_host_impl|credentials\.cc/;

const advice =
  "Run the renderer as another user than root and allow it user namespaces; in a container, start it with the seccomp profile " +
  "shared/deploy/chromium-seccomp.json. To print without a sandbox, set CHROMIUM_NO_SANDBOX=1.";

/** The system allows Chromium no sandbox. The message says what to do. */
class NoSandboxError extends Error {
  override name = "NoSandboxError";

  constructor(reason: string, options?: ErrorOptions) {
    super(`Chromium cannot use its sandbox: ${reason}. ${advice}`, options);
  }
}

/**
 * Starts Chromium, with `sandbox` in its own sandbox, because logos are untrusted pictures.
 * @throws NoSandboxError when it must have a sandbox and the system allows none
 */
export async function launchChromium(executablePath: string | undefined, sandbox: boolean): Promise<Browser> {
  if (sandbox && process.getuid?.() === 0) throw new NoSandboxError("it has none as root");
  try {
    return await launchAlive(executablePath, sandbox);
  } catch (error) {
    if (!sandbox || !refusals.test(String(error))) throw error;
    throw new NoSandboxError("this system does not allow it", { cause: error });
  }
}

/** Message of Playwright when Chromium ended by itself while it started. */
const crash = /process did exit: exitCode=null, signal=SIG(SEGV|ABRT|TRAP|BUS|ILL)/;

/** Chromium that crashes while it starts is started once more: it does so now and then, one time in some thousands. */
const launchAlive = (executablePath: string | undefined, sandbox: boolean): Promise<Browser> =>
  launch(executablePath, sandbox).catch((error) => {
    if (!crash.test(String(error))) throw error;
    return launch(executablePath, sandbox);
  });

const launch = (executablePath: string | undefined, chromiumSandbox: boolean): Promise<Browser> =>
  loadChromium().launch({
    ...(executablePath ? { executablePath } : {}),
    chromiumSandbox,
    // The real home folder may hold credentials.
    env: { ...pickEnvironment(passedOn), HOME: tmpdir() },
    timeout: launchTimeoutMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Without font hinting a text is as wide on paper as on the page that we measure.
    args: [
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--font-render-hinting=none",
      "--host-resolver-rules=MAP * ~NOTFOUND",
    ],
  });
