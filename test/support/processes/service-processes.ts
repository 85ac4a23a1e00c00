import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../../shared/assets.js";
import { findFreePort } from "../../../shared/sandbox/servers/free-port.js";
import { type Exit, lastLines, type Running, spawnService } from "../../../shared/sandbox/spawn-service.js";
import { answers, waitFor } from "../../../shared/sandbox/wait-for.js";

const run = promisify(execFile);

export type ServiceName = "api" | "issuer" | "renderer" | "mailer";
/** The first of a kind goes by the kind's name, others are numbered: "issuer-2". */
export type ProcessName = ServiceName | `${ServiceName}-${number}`;

/** The service's processes as an operating system sees them. */
export interface ServiceProcesses {
  /** Starts the process (again) and gives when it is ready. `env` goes over its own, for this life alone. */
  start(name: ProcessName, env?: Record<string, string>): Promise<void>;
  /** SIGTERM; kills after the grace period. Gives how it ended. */
  stop(name: ProcessName): Promise<Exit>;
  /** SIGKILL, as a crash would: gives when it is gone. */
  kill(name: ProcessName): Promise<void>;
  /** Resolves when the process ends, by whatever cause. */
  exited(name: ProcessName): Promise<Exit>;
  /** SIGSTOP: the process stands still until it is thawed, and knows nothing of it. */
  freeze(name: ProcessName): void;
  /** Waits until it stands still: SIGSTOP, also when it sent that to itself. */
  frozen(name: ProcessName): Promise<void>;
  thaw(name: ProcessName): void;
  pids(): Record<string, number>;
  /** Where the process answers HTTP: the API its requests, the others their health. */
  originOf(name: ProcessName): string;
  logFile(name: ProcessName): string;
  stopAll(): Promise<void>;
}

/** Where a process runs that does not run here. */
export interface OtherHost {
  /** What starts a command there: it is put before it. */
  command: string[];
  /** Where its processes are reached from here. */
  address: string;
  /** Where they reach what runs here. */
  servers: string;
}

export const serviceOf = (name: ProcessName): ServiceName => name.replace(/-\d+$/, "") as ServiceName;

/** @param environmentOf the whole environment of a process but for its port */
export async function createServiceProcesses(
  folder: string,
  names: ProcessName[],
  environmentOf: (name: ProcessName) => NodeJS.ProcessEnv,
  hosts: Partial<Record<ProcessName, OtherHost>> = {},
): Promise<ServiceProcesses> {
  const ports = new Map(await Promise.all(names.map(async (name) => [name, await findFreePort()] as const)));
  const running = new Map<ProcessName, Running>();
  const logFile = (name: string) => path.join(folder, `${name}.log`);
  const originOf = (name: ProcessName) => `http://${hosts[name]?.address ?? "127.0.0.1"}:${ports.get(name)}`;

  function get(name: ProcessName): Running {
    const found = running.get(name);
    if (!found) throw new Error(`${name} was never started`);
    return found;
  }

  /** A process that is gone cannot be signalled, which is what most signals are for. */
  function signal(name: ProcessName, which: NodeJS.Signals): void {
    try {
      process.kill(get(name).pid, which);
    } catch {}
  }

  return {
    originOf,
    logFile,
    pids: () => Object.fromEntries([...running].map(([name, { pid }]) => [name, pid])),
    async start(name, env = {}) {
      const service = serviceOf(name);
      const port = String(ports.get(name));
      const [command = process.execPath, ...before] = [...(hosts[name]?.command ?? []), process.execPath];
      const started = spawnService({
        command,
        args: [...before, `dist/${service}/main.js`],
        env: { ...environmentOf(name), ...(service === "api" ? { PORT: port } : { METRICS_PORT: port }), ...env },
        cwd: projectFolder,
        logFile: logFile(name),
      });
      running.set(name, started);
      await waitFor(() => answers(`${originOf(name)}/health/ready`), {
        message: `${name} to be ready`,
        timeoutMs: 30_000,
      }).catch((error) => {
        throw new Error(`${name} did not start:\n${lastLines(logFile(name))}`, { cause: error });
      });
    },
    async stop(name) {
      const stopped = get(name);
      await stopped.stop();
      return stopped.exited;
    },
    async kill(name) {
      signal(name, "SIGKILL");
      await get(name).exited;
    },
    exited: (name) => get(name).exited,
    freeze: (name) => signal(name, "SIGSTOP"),
    async frozen(name) {
      const { pid } = get(name);
      const state = async () => (await run("ps", ["-o", "stat=", "-p", String(pid)])).stdout;
      await waitFor(async () => (await state()).startsWith("T"), { message: `${name} to stand still` });
    },
    thaw: (name) => signal(name, "SIGCONT"),
    async stopAll() {
      for (const name of running.keys()) signal(name, "SIGCONT");
      await Promise.all([...running.values()].map((one) => one.stop()));
    },
  };
}
