import { setFlagsFromString } from "node:v8";
import { CommanderError } from "commander";
import { ApiError } from "../errors.js";
import { reasonOf } from "./doctor/check.js";
import type { Answer } from "./perform.js";
import { createProgram } from "./program.js";
import { WrongValue } from "./read-option.js";

process.title = "talonario-admin";
// Prisma compiles its queries with WebAssembly. To make its code fast takes longer than a command runs.
setFlagsFromString("--liftoff-only");
const args = process.argv.slice(2);
const isJson = args.includes("--json");
const wrongUsage = 2;

/** Writes one JSON object, or text for people, to standard output. Nothing else may write there. */
async function tell(answer: () => Promise<Answer>): Promise<void> {
  const { json, text, exitCode = 0 } = await answer();
  process.stdout.write(`${isJson ? JSON.stringify(json) : text}\n`);
  process.exitCode = exitCode;
}

function fail(message: string, exitCode: number): void {
  if (isJson) process.stdout.write(`${JSON.stringify({ ok: false, error: message })}\n`);
  else process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}

try {
  await createProgram(tell, isJson).parseAsync(args, { from: "user" });
} catch (error) {
  if (error instanceof ApiError) fail(error.message, 1);
  else if (error instanceof WrongValue) fail(error.message, wrongUsage);
  else if (!(error instanceof CommanderError)) fail(reasonOf(error), 1);
  else if (error.code === "commander.helpDisplayed" || error.code === "commander.version") process.exitCode = 0;
  else if (isJson) fail(error.message.replace(/^error: /, ""), wrongUsage);
  // Commander has already written the error to standard error.
  else process.exitCode = wrongUsage;
}
