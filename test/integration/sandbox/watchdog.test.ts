import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { isRunning, startTimeOf } from "../../../shared/launch/process-table.mjs";
import { waitFor } from "../../sandbox/wait-for.js";
import { startWatchdog } from "../../sandbox/watchdog.js";

const toClose: (() => unknown)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

/** Starts a process in its own group that runs until it is killed, and can say whether it still runs. */
async function startSleeper(script = "setInterval(() => {}, 1000); console.log('ready')") {
  const child = spawn(process.execPath, ["-e", script], { detached: true, stdio: ["ignore", "pipe", "inherit"] });
  const { pid } = child;
  if (pid === undefined) throw new Error("could not be started");
  toClose.push(() => child.kill("SIGKILL"));
  const [said] = await once(child.stdout, "data");
  const identity = { pid, startedAt: startTimeOf(pid) ?? "" };
  return { ...identity, said: String(said).trim(), lives: () => isRunning(identity) };
}

test("when the launcher is killed, watched processes end with their children, and watched files are removed", async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "talonario-watchdog-")), "sandbox.json");
  toClose.push(() => rmSync(path.dirname(file), { recursive: true }));
  writeFileSync(file, "{}");
  const sleeper = await startSleeper(
    `const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true });
     setInterval(() => {}, 1000); console.log(child.pid)`,
  );
  const grandchild = { pid: Number(sleeper.said), startedAt: startTimeOf(Number(sleeper.said)) ?? "" };
  toClose.push(() => isRunning(grandchild) && process.kill(grandchild.pid, "SIGKILL"));

  const launcher = spawn(
    process.execPath,
    ["--input-type=module", "-e", launcherScript(file, { ...sleeper, signal: "SIGTERM" })],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(launcher.stdout, "data");
  expect(sleeper.lives()).toBe(true);
  launcher.kill("SIGKILL");

  await waitFor(() => !sleeper.lives(), { message: "the watched process to end", timeoutMs: 3_000 });
  await waitFor(() => !isRunning(grandchild), { message: "its child to be killed" });
  await waitFor(() => !existsSync(file), { message: "the file to be removed" });
});

test("a process that ignores its signal is killed", { timeout: 15_000 }, async () => {
  const stubborn = await startSleeper(
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')",
  );
  const watchdog = startWatchdog([]);
  watchdog.watch({ ...stubborn, signal: "SIGTERM" });
  await watchdog.release();

  expect(stubborn.lives()).toBe(false);
});

test("the watchdog leaves alone a process that it should forget and a pid that was reused", async () => {
  const [forgotten, reused] = [await startSleeper(), await startSleeper()];
  const watchdog = startWatchdog([]);
  watchdog.watch({ ...forgotten, signal: "SIGKILL" });
  watchdog.forget(forgotten.pid);
  watchdog.watch({ pid: reused.pid, startedAt: "earlier", signal: "SIGKILL" });
  await watchdog.release();

  expect([forgotten.lives(), reused.lives()]).toEqual([true, true]);
});

/** A script that starts the watchdog as the launcher does, has it watch one process, and waits to be killed. */
const launcherScript = (file: string, watch: object) => `
  import { spawn } from "node:child_process";
  const watchdog = spawn(process.execPath, [${JSON.stringify(path.join(projectFolder, "test/sandbox/watchdog.mjs"))}, ${JSON.stringify(file)}],
    { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  watchdog.stdin.write(${JSON.stringify(`${JSON.stringify({ watch })}\n`)}, () => console.log("ready"));
  setInterval(() => {}, 1000);
`;
