import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { pickEnvironment } from "../../../shared/config/config.js";

/** As the renderer allows it. */
const timeoutMs = 20_000;

/** Root has no sandbox, and is not whom the renderer runs as. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Errors of Chromium when the system refuses the sandbox. */
const refusals = /No usable sandbox|Failed to move to new namespace|zygote_host_impl|credentials\.cc/;

/** `as`: as which other user it was started. */
type BrowserStart = { outcome: "started"; as?: string } | { outcome: "noSandbox" } | { outcome: "failed"; why: string };

/**
 * Starts the browser as the renderer does, in its sandbox unless the renderer does without, and ends it. For a sandbox root
 * starts it as the user "nobody". Nothing is left behind.
 */
export async function startBrowser(file: string, sandbox: boolean): Promise<BrowserStart> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-doctor-"));
  const other = sandbox ? nobody : undefined;
  if (other) chownSync(folder, other.uid, other.gid);
  const options = ["--headless", "--disable-gpu", "--disable-dev-shm-usage", `--user-data-dir=${folder}`];
  const args = [...options, ...(sandbox ? [] : ["--no-sandbox"]), "--remote-debugging-pipe"];
  const env = { ...pickEnvironment(["PATH", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH"]), HOME: folder };
  const child = spawn(file, args, {
    ...{ cwd: folder, env, ...other },
    // What it starts itself ends with it.
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  try {
    const said = await untilAnswer(child);
    if (said === undefined) return { outcome: "started", ...(other && { as: "nobody" }) };
    if (sandbox && refusals.test(said)) return { outcome: "noSandbox" };
    return { outcome: "failed", why: said.trim().split("\n").at(-1) || "it ended at once" };
  } finally {
    await endAll(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks the browser for its version. Undefined when it tells, else what it said instead. */
function untilAnswer(child: ChildProcess): Promise<string | undefined> {
  const [, , errors, asked, answered] = child.stdio as [null, null, Readable, Writable, Readable];
  let said = "";
  errors.setEncoding("utf8").on("data", (text) => {
    said = `${said}${text}`.slice(-20_000);
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(`it does not start within ${timeoutMs / 1_000} seconds`), timeoutMs);
    const settle = (how: string | undefined) => {
      clearTimeout(timer);
      resolve(how);
    };
    answered.once("data", () => settle(undefined));
    // It ended before it was asked.
    asked.on("error", () => undefined);
    child.once("error", (error) => settle(error.message));
    child.once("close", () => settle(said));
    asked.write('{"id":1,"method":"Browser.getVersion"}\0');
  });
}

async function endAll(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const ended = child.exitCode ?? child.signalCode ?? new Promise((resolve) => child.once("exit", resolve));
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {}
  await ended;
}
