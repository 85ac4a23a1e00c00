import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { programFile } from "../../shared/assets/assets.js";
import type { Misdeeds, Order, Report, World } from "./neighbour-world.js";

interface Neighbour {
  pid: number;
  /** Accepts every mail and forgets it. */
  smtpUrl: string;
  begin(kind: string, world: World): void;
  /** Gives what came of it, after the last answer. */
  end(): Promise<Misdeeds>;
  stop(): Promise<void>;
}

/**
 * A real neighbour's client runs on another machine, and takes no processor time from the service. Here it shares the processors,
 * so at this priority it takes mostly what the service leaves.
 */
const niceness = 10;

/** Starts the misbehaving company's client as a process of its own. */
export async function startNeighbour(): Promise<Neighbour> {
  const child = fork(programFile("test/bench/neighbour-main"), {
    stdio: ["ignore", 2, 2, "ipc"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("the neighbour's process could not be started");
  setPriority(pid, niceness);
  const give = (order: Order) => void child.send(order);
  const first = await nextReport(child);
  return {
    pid,
    smtpUrl: "smtpUrl" in first ? first.smtpUrl : "",
    begin: (kind, world) => give({ begin: kind, world }),
    async end() {
      const reported = nextReport(child);
      give({ end: true });
      const report = await reported;
      if ("smtpUrl" in report) throw new Error("the neighbour began again");
      return report;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}

async function nextReport(child: ChildProcess): Promise<Report> {
  const ended = new AbortController();
  const exited = once(child, "exit", { signal: ended.signal }).then(() => {
    throw new Error("the neighbour's process ended");
  });
  exited.catch(() => undefined);
  try {
    const [report] = await Promise.race([once(child, "message"), exited]);
    return report as Report;
  } finally {
    ended.abort();
  }
}
