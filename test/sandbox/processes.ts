import { programFile, projectFolder } from "../../shared/assets/assets.js";
import { type Launcher, logFileOf } from "./launcher.js";
import { nodeArgumentsOf } from "./node-arguments.js";
import { environmentOf, type ProcessName } from "./process-environment.js";
import { step } from "./progress.js";
import type { Chromium } from "./servers/chromium.js";
import { findFreePort } from "./servers/free-port.js";
import type { Settings } from "./settings.js";
import { type Running, spawnService } from "./spawn-service.js";
import { answers } from "./wait-for.js";
import { waitForService } from "./wait-for-service.js";

const names: ProcessName[] = ["api", "issuer", "renderer", "mailer"];

export interface StartedProcesses {
  /** The pids, kept up to date after restarts. */
  processes: Record<ProcessName, number>;
  metricsPorts: Record<Exclude<ProcessName, "api">, number>;
}

export interface ProcessOptions {
  launcher: Launcher;
  settings: Settings;
  shared: Record<string, string>;
  /** The database as each process connects to it. */
  databaseUrlOf: (name: ProcessName) => string;
  chromium: Chromium;
  onRestart: () => void;
}

/** Starts the four processes and returns when all are ready. */
export async function startProcesses(options: ProcessOptions): Promise<StartedProcesses> {
  const { launcher, settings, shared, databaseUrlOf, chromium, onRestart } = options;
  const metricsPorts = { issuer: await findFreePort(), renderer: await findFreePort(), mailer: await findFreePort() };
  const processes: Record<ProcessName, number> = { api: 0, issuer: 0, renderer: 0, mailer: 0 };

  const startOne = async (name: ProcessName) => {
    const env = { ...environmentOf(name, settings, shared, metricsPorts, chromium), DATABASE_URL: databaseUrlOf(name) };
    const port = name === "api" ? settings.port : metricsPorts[name];
    let isFirst = true;
    const start = async (onSpawn: (pid: number) => void): Promise<Running> => {
      const service = spawnService({
        command: process.execPath,
        args: [...nodeArgumentsOf(name), programFile(`${name}/main`)],
        env,
        cwd: projectFolder,
        logFile: logFileOf(name),
        graceMs: 20_000,
        onSpawn,
      });
      // Only the first start waits until it is ready. A restart is supervised at once.
      if (isFirst) {
        const isReady = () => answers(`http://127.0.0.1:${port}/health/ready`);
        await waitForService(service, isReady, { name, logFile: logFileOf(name) });
      }
      isFirst = false;
      return service;
    };
    const running = await launcher.keep({
      name,
      stage: name === "api" ? "api" : "workers",
      start,
      onRestart: (pid) => {
        processes[name] = pid;
        onRestart();
      },
    });
    processes[name] = running.pid;
  };

  await Promise.all(names.map((name) => step(name, () => startOne(name))));
  return { processes, metricsPorts };
}
