import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../../shared/assets/assets.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { type Exit, lastLines, type Running, spawnService } from "../../sandbox/spawn-service.js";
import { answers, waitFor } from "../../sandbox/wait-for.js";

const run = promisify(execFile);

/** Longer than any process gives itself: one that stops too late ends itself, and its exit code tells. */
const graceMs = 120_000;

export type ServiceName = "api" | "issuer" | "renderer" | "mailer";
/** The first process of a service has the service's name; further ones are numbered: "issuer-2". */
export type ProcessName = ServiceName | `${ServiceName}-${number}`;

/** Starts, stops, kills and freezes the processes of the services. */
export interface ServiceProcesses {
  /** Starts or restarts the process and resolves when it is ready. `env` overrides its variables for this start only. */
  start(name: ProcessName, env?: Record<string, string>): Promise<void>;
  /** Sends SIGTERM, and waits. Gives how the process ended: 1 when it took longer than it gives itself. */
  stop(name: ProcessName): Promise<Exit>;
  /** Sends SIGKILL, which acts like a crash. Resolves when the process has ended, at once for one that was never started. */
  kill(name: ProcessName): Promise<void>;
  /** Resolves when the process ends for any reason. */
  exited(name: ProcessName): Promise<Exit>;
  /** Sends SIGSTOP: the process stands still until it is thawed, and cannot notice. */
  freeze(name: ProcessName): void;
  /** Waits until the process is stopped by SIGSTOP, which it may also have sent to itself. */
  frozen(name: ProcessName): Promise<void>;
  thaw(name: ProcessName): void;
  pids(): Record<string, number>;
  /** The address of the process's HTTP server: the API of an api process, the health checks of the others. */
  originOf(name: ProcessName): string;
  logFile(name: ProcessName): string;
  /** Ends all of them at once: nobody needs any more what they have open. */
  endAll(): Promise<void>;
}

/** Another host on which processes run. */
export interface OtherHost {
  /** The prefix that makes a command run there. */
  command: string[];
  /** The host's address, as seen from here. */
  address: string;
  /** Our address, as seen from there. */
  servers: string;
}

export const serviceOf = (name: ProcessName): ServiceName => name.replace(/-\d+$/, "") as ServiceName;

/** Where processes run that do not run here, and what. */
export interface Elsewhere {
  /** Another host than that of the servers, the authority and the test itself. */
  hosts?: Partial<Record<ProcessName, OtherHost>>;
  /** Another clone, whose build they run. */
  folders?: Partial<Record<ProcessName, string>>;
}

/** @param environmentOf the whole environment of a process except its port */
export async function createServiceProcesses(
  folder: string,
  names: ProcessName[],
  environmentOf: (name: ProcessName) => NodeJS.ProcessEnv,
  { hosts = {}, folders = {} }: Elsewhere = {},
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

  /** Ignores a process that has already ended: that is what most of the signals want. */
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
        cwd: folders[name] ?? projectFolder,
        logFile: logFile(name),
        graceMs,
      });
      running.set(name, started);
      const health = env.INTERNAL_PORT === undefined ? originOf(name) : `http://127.0.0.1:${env.INTERNAL_PORT}`;
      await waitFor(() => answers(`${health}/health/ready`), { message: `${name} to be ready` }).catch((error) => {
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
      await running.get(name)?.exited;
    },
    exited: (name) => get(name).exited,
    freeze: (name) => signal(name, "SIGSTOP"),
    async frozen(name) {
      const { pid } = get(name);
      const state = async () => (await run("ps", ["-o", "stat=", "-p", String(pid)])).stdout;
      await waitFor(async () => (await state()).startsWith("T"), { message: `${name} to stand still` });
    },
    thaw: (name) => signal(name, "SIGCONT"),
    async endAll() {
      for (const name of running.keys()) signal(name, "SIGKILL");
      await Promise.all([...running.values()].map((one) => one.stop()));
    },
  };
}
