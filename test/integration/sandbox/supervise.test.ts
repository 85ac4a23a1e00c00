import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Running, spawnService } from "../../sandbox/spawn-service.js";
import { supervise } from "../../sandbox/supervise.js";
import { waitFor } from "../../sandbox/wait-for.js";

let logFile: string;
beforeEach(() => {
  logFile = path.join(mkdtempSync(path.join(tmpdir(), "talonario-supervise-")), "service.log");
});
afterEach(() => rmSync(path.dirname(logFile), { recursive: true }));

function superviseScript(script: string) {
  const said: string[] = [];
  const pids: number[] = [];
  const start = async (): Promise<Running> => {
    const service = spawnService({ command: process.execPath, args: ["-e", script], env: process.env, logFile });
    pids.push(service.pid);
    return service;
  };
  return { said, pids, start, say: (line: string) => void said.push(line) };
}

test("a killed process is started again until the supervisor stops", async () => {
  const { said, pids, start, say } = superviseScript("setInterval(() => {}, 1000)");
  const first = await start();
  const restarted: number[] = [];
  const onRestart = (pid: number) => void restarted.push(pid);
  const supervised = supervise({ name: "issuer", logFile, first, start, onRestart, onExit: () => undefined, say });

  process.kill(first.pid, "SIGKILL");
  const [second] = await waitFor(() => restarted.length > 0 && restarted, { message: "the restart", timeoutMs: 5_000 });
  expect(said).toEqual(["issuer ended (SIGKILL); starting it again"]);

  await supervised.stop();
  expect(() => process.kill(Number(second), 0)).toThrow("ESRCH");
  expect(pids).toHaveLength(2);
});

test("the fifth crash within a minute is reported with the last log lines, and a stop does not wait for the next try", async () => {
  const { said, start, say } = superviseScript("console.log('no such database'); process.exit(1)");
  const first = await start();
  const ignore = () => undefined;
  const supervised = supervise({ name: "issuer", logFile, first, start, onRestart: ignore, onExit: ignore, say });

  await waitFor(() => said.length === 5, { message: "the report" });
  expect(said.slice(0, 4)).toEqual(Array(4).fill("issuer ended (exit code 1); starting it again"));
  expect(said[4]).toMatch(/5 times within a minute; next try in 30 s.*\n.*no such database/s);
  await supervised.stop();
});
