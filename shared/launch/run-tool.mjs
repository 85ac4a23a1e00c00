import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const keptLines = 15;

/** A failed tool, with the first and last lines of its output: npm gives the reason first, compilers last. */
class ToolError extends Error {
  constructor(command, output) {
    super(`${command} failed:\n${shorten(output)}`);
    this.name = "ToolError";
  }
}

/**
 * Runs a program without showing its output. A ToolError includes the output, without the lines that `takeLine` says it has taken.
 */
export async function runTool(label, command, args, { cwd, env, takeLine = (_line) => false }) {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => {
      if (!takeLine(line)) output = `${output}${line}\n`.slice(-20_000);
    });

  const onSignal = (signal) => {
    child.kill(signal);
    process.exit(130);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.once(signal, onSignal);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (code !== 0) throw new ToolError(label, output);
  } catch (error) {
    throw error instanceof ToolError ? error : new ToolError(label, error.message);
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}

function shorten(output) {
  const lines = output.trimEnd().split("\n");
  if (lines.length <= 2 * keptLines) return lines.join("\n");
  return [...lines.slice(0, keptLines), "…", ...lines.slice(-keptLines)].join("\n");
}
