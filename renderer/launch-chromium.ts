import { tmpdir } from "node:os";
import { type Browser, chromium } from "playwright";
import { pickEnvironment } from "../shared/config.js";

const launchTimeoutMs = 20_000;

/** What Chromium needs to find programs, libraries and fonts. It gets no setting of ours, and so no password. */
const passedOn = ["PATH", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "LANG", "LC_ALL", "TZ"];

/**
 * Starts Chromium in its own sandbox, because logos are untrusted pictures. If the system allows no sandbox (a container without
 * user namespaces), it calls `onNoSandbox` and uses none from then on. As root it never uses one.
 */
export function createLauncher(
  executablePath: string | undefined,
  onNoSandbox: (error: unknown) => void = () => undefined,
): () => Promise<Browser> {
  let hasSandbox = process.getuid?.() !== 0;
  return async () => {
    try {
      return await launch(executablePath, hasSandbox);
    } catch (error) {
      if (!hasSandbox || !/sandbox|namespace/i.test(String(error))) throw error;
      hasSandbox = false;
      onNoSandbox(error);
      return launch(executablePath, hasSandbox);
    }
  };
}

const launch = (executablePath: string | undefined, chromiumSandbox: boolean): Promise<Browser> =>
  chromium.launch({
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
