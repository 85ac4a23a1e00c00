// Preloaded into a process: at SIGUSR2 it collects what nobody holds any more, and writes what is left to MEMORY_FILE, in bytes.
import { renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
const file = process.env.MEMORY_FILE;

process.on("SIGUSR2", async () => {
  // What was let go of by the first round is collected by the second.
  for (let round = 0; round < 2; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  writeFileSync(`${file}.new`, JSON.stringify({ held: heapUsed + external, rss }));
  renameSync(`${file}.new`, file);
});
