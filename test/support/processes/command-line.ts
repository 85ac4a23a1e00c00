import { spawn } from "node:child_process";
import { projectFolder } from "../../../shared/assets.js";

export interface CommandEnding {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the answer
  json: any;
}

/** The operator's command line as a process of its own, over this environment alone. */
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

/** Runs a command that must succeed, and gives what it printed as JSON. */
export const succeeding =
  (run: CommandLine) =>
  async (...args: string[]) => {
    const { exitCode, stdout, stderr, json } = await run(...args, "--json");
    if (exitCode !== 0) throw new Error(`${args.join(" ")}: exit code ${exitCode}\n${stdout}\n${stderr}`);
    return json;
  };
