import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { steps } from "./prepare-steps.mjs";
import { claimLock } from "./process-lock.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

const oldestNode = [20, 19];

/** An error with a message for the user who ran the command. */
export class PrepareError extends Error {
  name = "PrepareError";
}

/**
 * Installs, generates and compiles what is missing or out of date. If everything is up to date, it returns within milliseconds.
 * Writes its progress to `out`, one line per step. `only` limits it to some steps, and `anew` makes also what is up to date.
 * @throws PrepareError
 */
export async function prepare({ out = process.stdout, only = steps.map(({ name }) => name), anew = false } = {}) {
  checkNode();
  const wanted = steps.filter(({ name }) => only.includes(name));
  const isDone = (step) => !anew && step.isDone(root);
  if (wanted.every(isDone)) return;

  const lock = await waitForLock(out);
  try {
    for (const step of wanted) if (!isDone(step)) await runStep(step, out);
  } finally {
    lock.release();
  }
}

/** Like `prepare`, but a failure prints one message on standard error and ends the process. */
export async function prepareOrExit(options) {
  try {
    await prepare(options);
  } catch (error) {
    process.stderr.write(`\n${error instanceof PrepareError ? error.message : error.stack}\n`);
    process.exit(1);
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new PrepareError(
    `Node ${oldestNode.join(".")} or newer is needed; this is ${process.versions.node}. Get it from https://nodejs.org`,
  );
}

/** Two commands in one clone must not install or compile at the same time. */
async function waitForLock(out) {
  for (let isReported = false; ; isReported = true) {
    const lock = claimLock(path.join(root, ".cache", "prepare.lock"));
    if (lock.release) return lock;
    if (!isReported) out.write(`  waiting          process ${lock.holder.pid} is preparing this clone\n`);
    await sleep(200);
  }
}

async function runStep(step, out) {
  const started = Date.now();
  const seconds = (decimals) => ((Date.now() - started) / 1000).toFixed(decimals);
  const label = `  ${step.name.padEnd(17)}`;
  const draw = () => out.write(`\r${label}${step.doing} ${seconds(0)} s `);
  const timer = out.isTTY ? setInterval(draw, 250) : undefined;
  const clear = out.isTTY ? "\r\u001b[K" : "";
  try {
    const told = await step.run(root);
    out.write(`${clear}${label}${step.done} in ${seconds(1)} s${told ? `, ${told}` : ""}\n`);
  } catch (error) {
    out.write(`${clear}${label}failed after ${seconds(1)} s\n`);
    throw new PrepareError(`${error.message}\n\nWhat to do: ${step.hint}`);
  } finally {
    clearInterval(timer);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await prepareOrExit();
