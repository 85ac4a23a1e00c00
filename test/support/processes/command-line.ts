import { spawn } from "node:child_process";
import { projectFolder } from "../../../shared/assets.js";

export interface CommandEnding {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  json: any;
}

/** Runs the operator's command line as a separate process with this environment and nothing else of ours. */
export const commandLine =
  (environment: Record<string, string | undefined>) =>
  async (...args: string[]): Promise<CommandEnding> => {
    const child = spawn(process.execPath, ["dist/api/admin/main.js", ...args], {
      cwd: projectFolder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 90_000,
      killSignal: "SIGKILL",
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("close", resolve);
      child.once("error", reject);
    });
    return { exitCode, stdout, stderr, json: args.includes("--json") ? JSON.parse(stdout) : undefined };
  };

export type CommandLine = ReturnType<typeof commandLine>;

/** Runs a command that must succeed and gives its parsed JSON output. @throws Error with the output otherwise */
export const succeeding =
  (run: CommandLine) =>
  async (...args: string[]) => {
    const { exitCode, stdout, stderr, json } = await run(...args, "--json");
    if (exitCode !== 0) throw new Error(`${args.join(" ")}: exit code ${exitCode}\n${stdout}\n${stderr}`);
    return json;
  };
