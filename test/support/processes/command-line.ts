import { spawn } from "node:child_process";
import { runCommand } from "../../../api/admin/run-command.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { inGate, noteLeftOut } from "../groups.js";

export interface CommandEnding {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  json: any;
}

/** Runs the operator's command line as a separate process with this environment and nothing else of ours, killed after `timeoutMs`. */
export const commandLine =
  (environment: Record<string, string | undefined>, { timeoutMs = 90_000 } = {}) =>
  async (...args: string[]): Promise<CommandEnding> => {
    const child = spawn(process.execPath, ["dist/api/admin/main.js", ...args], {
      cwd: projectFolder,
      env: wholeEnvironment(environment),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeoutMs,
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
    if (child.signalCode)
      throw new Error(`${args.join(" ")}: ${child.signalCode} after ${timeoutMs / 1_000} s\n${stderr}`);
    return toEnding(args, exitCode, stdout, stderr);
  };

export type CommandLine = ReturnType<typeof commandLine>;

/** In the gate, so many verbs have a process. */
const verbsInGate = 3;

/**
 * The same, but only the first command of each verb is a process, in the gate that of three verbs. Each other one runs in this
 * process, which has loaded everything: a process takes a second to load what it runs for milliseconds.
 */
export function quickCommandLine(environment: Record<string, string | undefined>): CommandLine {
  const run = commandLine(environment);
  const seen = new Set<string>();
  return (...args) => {
    const verb = args.slice(0, 2).join(" ");
    if (seen.has(verb)) return runInside(wholeEnvironment(environment), args);
    seen.add(verb);
    if (!inGate || seen.size <= verbsInGate) return run(...args);
    noteLeftOut("commands", 1);
    return runInside(wholeEnvironment(environment), args);
  };
}

/** The same in this process: for a test file in which another command of the verb is a process. */
export const commandLineInside =
  (environment: Record<string, string | undefined>): CommandLine =>
  (...args) =>
    runInside(wholeEnvironment(environment), args);

let isRunning = false;

/** Runs a command in this process, with this environment as the process's: one at a time. */
async function runInside(environment: NodeJS.ProcessEnv, args: string[]): Promise<CommandEnding> {
  if (isRunning) throw new Error("two commands at once in one process would share their environment");
  isRunning = true;
  const written = { stdout: "", stderr: "" };
  const into = (name: keyof typeof written) => ({
    write(text: string) {
      written[name] += text;
    },
  });
  const own = process.env;
  process.env = environment;
  try {
    const exitCode = await runCommand(args, { stdout: into("stdout"), stderr: into("stderr") });
    return toEnding(args, exitCode, written.stdout, written.stderr);
  } finally {
    process.env = own;
    isRunning = false;
  }
}

/** This environment and nothing else of ours. */
const wholeEnvironment = (environment: Record<string, string | undefined>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...environment,
});

const toEnding = (args: string[], exitCode: number | null, stdout: string, stderr: string): CommandEnding => ({
  exitCode,
  stdout,
  stderr,
  json: args.includes("--json") ? JSON.parse(stdout) : undefined,
});

/** Runs a command that must succeed and gives its parsed JSON output. @throws Error with the output otherwise */
export const succeeding =
  (run: CommandLine) =>
  async (...args: string[]) => {
    const { exitCode, stdout, stderr, json } = await run(...args, "--json");
    if (exitCode !== 0) throw new Error(`${args.join(" ")}: exit code ${exitCode}\n${stdout}\n${stderr}`);
    return json;
  };
