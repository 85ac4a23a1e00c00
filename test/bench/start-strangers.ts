import { fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { programFile } from "../../shared/assets/assets.js";
import type { Answers } from "./answers.js";

export interface Strangers {
  pid: number;
  begin(origin: string, count: number): void;
  /** Gives what they were answered, by status. */
  end(): Promise<Answers>;
  stop(): Promise<void>;
}

/** Real strangers have machines of their own. Here they share the processors, and take mostly what the service leaves. */
const niceness = 10;

export async function startStrangers(): Promise<Strangers> {
  const child = fork(programFile("test/bench/strangers-main"), {
    stdio: ["ignore", 2, 2, "ipc"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("the strangers' process could not be started");
  setPriority(pid, niceness);
  return {
    pid,
    begin: (origin, count) => void child.send({ begin: origin, count }),
    async end() {
      const told = once(child, "message");
      child.send({ end: true });
      const [answers] = await told;
      return answers as Answers;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}
