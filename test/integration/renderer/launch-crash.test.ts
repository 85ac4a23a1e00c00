import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { launchChromium } from "../../../renderer/launch-chromium.js";
import { findChromium } from "../../sandbox/servers/chromium.js";

/** Chromium that crashes at so many of its starts, and then runs. */
async function crashingChromium(crashes: number) {
  const folder = await mkdtemp(path.join(tmpdir(), "talonario-crash-"));
  const { executablePath, env } = await findChromium();
  const file = path.join(folder, "chromium");
  const script = `#!/bin/sh
starts=$(cat "$0.starts" 2>/dev/null || echo 0)
echo $((starts + 1)) > "$0.starts"
[ "$starts" -ge ${crashes} ] || kill -SEGV $$
exec "${executablePath}" "$@"
`;
  await writeFile(file, script, { mode: 0o755 });
  Object.assign(process.env, env);
  return { file, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

test("Chromium that crashes while it starts is started once more", async () => {
  await using chromium = await crashingChromium(1);
  const browser = await launchChromium(chromium.file, false);
  expect(browser.isConnected()).toBe(true);
  await browser.close();
});

test("Chromium that crashes at each start is an error", async () => {
  await using chromium = await crashingChromium(9);
  await expect(launchChromium(chromium.file, false)).rejects.toThrow("signal=SIGSEGV");
});
