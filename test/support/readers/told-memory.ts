import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../../../shared/assets/assets.js";
import { waitFor } from "../../sandbox/wait-for.js";

/** The environment of a process that tells its memory into this file. */
export const tellingMemory = (file: string, options = "") => ({
  NODE_OPTIONS: `${options} --import=${path.join(projectFolder, "test/support/tell-memory.mjs")}`.trim(),
  MEMORY_FILE: file,
});

const megabyte = 1_048_576;

/** What the process holds after a collection, and what it has of the machine, in megabytes. */
export async function readMemory(pid: number, file: string): Promise<{ heldMb: number; rssMb: number }> {
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  const read = () => {
    try {
      return JSON.parse(readFileSync(file, "utf8"));
    } catch {
      return undefined;
    }
  };
  await waitFor(async () => read() !== undefined, { message: "the process to tell its memory" });
  const { held, rss } = read();
  return { heldMb: held / megabyte, rssMb: rss / megabyte };
}
