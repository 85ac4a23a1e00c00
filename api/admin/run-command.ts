import { CommanderError } from "commander";
import { ApiError } from "../http/errors.js";
import { reasonOf } from "./doctor/check.js";
import { createProgram } from "./program.js";
import { tellFaults, WrongValue } from "./read-option.js";

/** Where a command writes: the streams of its process. */
export interface Output {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

const wrongUsage = 2;

/**
 * Runs the command of these arguments and gives its exit code. Its answer goes to standard output: with `--json` one JSON
 * object, also for an error, otherwise text for people. Nothing else is written there, but for a file that was asked for there: then the
 * answer goes to standard error.
 */
export async function runCommand(args: readonly string[], output: Output): Promise<number> {
  const { stdout, stderr } = output;
  const isJson = args.includes("--json");
  let exitCode = 0;

  function exitWith(message: string, code: number): number {
    if (isJson) stdout.write(`${JSON.stringify({ ok: false, error: message })}\n`);
    else stderr.write(`${message}\n`);
    return code;
  }

  const program = createProgram(
    async (answer) => {
      const { json, text, exitCode: code = 0, beside = false } = await answer();
      (beside ? stderr : stdout).write(`${isJson ? JSON.stringify(json) : text}\n`);
      exitCode = code;
    },
    usageOutput(output, isJson),
  );
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof ApiError) return exitWith(tellFaults(error), 1);
    if (error instanceof WrongValue) return exitWith(error.message, wrongUsage);
    if (!(error instanceof CommanderError)) return exitWith(reasonOf(error), 1);
    if (error.code === "commander.helpDisplayed" || error.code === "commander.version") return 0;
    // Commander has already written the error to standard error.
    return isJson ? exitWith(error.message.replace(/^error: /, ""), wrongUsage) : wrongUsage;
  }
}

/** Where Commander writes help and errors. */
const usageOutput = ({ stdout, stderr }: Output, isJson: boolean) => ({
  writeOut: (text: string) => stdout.write(text),
  writeErr: (text: string) => (isJson ? undefined : stderr.write(text)),
});
