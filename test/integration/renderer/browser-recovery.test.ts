import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openBrowser, type PdfBrowser } from "../../../renderer/browser.js";
import { findBrowserPath } from "../../../renderer/chromium.js";
import { PrintFailure } from "../../../renderer/print-failure.js";
import { findChromium } from "../../sandbox/servers/chromium.js";
import { waitFor } from "../../sandbox/wait-for.js";

let folder: string;
let executablePath: string;
let sandbox: boolean;
let browser: PdfBrowser | undefined;

/** Starts Chromium through a script that records the pid of every started browser. */
beforeEach(async () => {
  const chromium = await findChromium();
  Object.assign(process.env, chromium.env);
  sandbox = chromium.sandbox;
  folder = await mkdtemp(path.join(tmpdir(), "talonario-browser-"));
  executablePath = path.join(folder, "chromium");
  await writeFile(
    executablePath,
    `#!/bin/sh\necho $$ >> ${folder}/pids\nenv > ${folder}/environment\nexec ${chromium.executablePath} "$@"\n`,
  );
  await chmod(executablePath, 0o755);
});

afterEach(async () => {
  await browser?.close();
  for (const pid of await pids()) signal(pid, "SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

const pids = async () => (await readFile(path.join(folder, "pids"), "utf8")).trim().split("\n").map(Number);

function signal(pid: number | undefined, name: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

const print = (browser: PdfBrowser, text: string) =>
  browser.use(async (page) => {
    await page.show(`<p>${text}</p>`, "Test");
    return page.toPdf();
  });

const isPdf = (pdf: Buffer) => pdf.subarray(0, 5).toString() === "%PDF-";

test("a browser that was killed is replaced and the print succeeds", async () => {
  const opened = await openBrowser({ sandbox, executablePath });
  browser = opened;
  const [first] = await pids();
  expect(isPdf(await print(opened, "one"))).toBe(true);
  signal(first, "SIGKILL");
  await waitFor(() => !signal(first, 0), { message: "the browser to be gone" });
  expect(isPdf(await print(opened, "two"))).toBe(true);
  expect(await opened.isReady()).toBe(true);
  expect(await pids()).toHaveLength(2);
});

test("a hanging browser is replaced after its timeout, and the new one prints", async () => {
  const failures: unknown[] = [];
  browser = await openBrowser({
    sandbox,
    executablePath,
    // Enough for the new browser on a slow machine.
    printTimeoutMs: 5_000,
    onFailure: (error) => failures.push(error),
  });
  const [first] = await pids();
  signal(first, "SIGSTOP");
  expect(isPdf(await print(browser, "one"))).toBe(true);
  expect(failures).toEqual([expect.objectContaining({ message: expect.stringContaining("did not print in time") })]);
});

test("simultaneous prints survive the loss of their browser, and one new browser serves them all", async () => {
  const opened = await openBrowser({ sandbox, executablePath });
  browser = opened;
  const [first] = await pids();
  const prints = Array.from({ length: 4 }, (_, index) => print(opened, `${"word ".repeat(20_000)}${index}`));
  signal(first, "SIGKILL");
  for (const pdf of await Promise.all(prints)) expect(isPdf(pdf)).toBe(true);
  expect(await pids()).toHaveLength(2);
});

test("the browser is replaced after a number of prints, and the old one ends", async () => {
  browser = await openBrowser({ sandbox, executablePath, recycleAfter: 2 });
  for (const text of ["one", "two", "three"]) await print(browser, text);
  const [first, second] = await pids();
  expect(second).toBeDefined();
  await waitFor(() => !signal(first, 0), { message: "the first browser to end" });
});

test("a voucher that kills its browser takes no other print with it when it is printed alone", async () => {
  const opened = await openBrowser({ sandbox, executablePath });
  browser = opened;
  const [shared] = await pids();
  let begun = 0;
  const deadly = opened.use(
    async (page) => {
      begun += 1;
      for (const pid of await pids()) if (pid !== shared) signal(pid, "SIGKILL");
      return page.toPdf();
    },
    { alone: true },
  );
  const prints = Array.from({ length: 4 }, (_, index) => print(opened, `${"word ".repeat(20_000)}${index}`));
  await expect(deadly).rejects.toThrow(PrintFailure);
  for (const pdf of await Promise.all(prints)) expect(isPdf(pdf)).toBe(true);
  expect(begun).toBe(2);
  expect(await pids(), "the shared browser and one for each try alone").toHaveLength(3);
});

test("a browser that cannot start fails with the reason, and closing leaves no process behind", async () => {
  await expect(openBrowser({ sandbox, executablePath: path.join(folder, "nothing") })).rejects.toThrow(/nothing/);
  expect(() => findBrowserPath(path.join(folder, "nothing"))).toThrow("CHROMIUM_PATH");
  browser = await openBrowser({ sandbox, executablePath });
  await browser.close();
  await expect(print(browser, "late")).rejects.toThrow("closed");
  const [pid] = await pids();
  await waitFor(() => !signal(pid, 0), { message: "the browser to end" });
});

test("the browser sees no setting of the renderer, and not its home folder", async () => {
  const secrets = { DATABASE_URL: "postgresql://u:hidden@h/d", SECRET_KEY: "hidden", AWS_SECRET_ACCESS_KEY: "hidden" };
  Object.assign(process.env, secrets);
  try {
    browser = await openBrowser({ sandbox, executablePath });
    expect(isPdf(await print(browser, "one"))).toBe(true);
  } finally {
    for (const name of Object.keys(secrets)) delete process.env[name];
  }
  const seen = await readFile(path.join(folder, "environment"), "utf8");
  expect(seen).toMatch(/^PATH=/m);
  expect(seen).not.toMatch(/hidden|DATABASE_URL|SECRET/);
  expect(seen).toContain(`HOME=${tmpdir()}`);
});
