import { execFile } from "node:child_process";
import { constants, setPriority } from "node:os";
import { promisify } from "node:util";
import { waitUntilIdle } from "../../../shared/concurrency/idle-wait.js";
import { loadPadron } from "../../../shared/db/sircip/load-padron.js";
import { standardStream } from "../given-file.js";
import { notDone } from "../not-done.js";
import type { CommandContext, CommandOutput } from "../perform.js";
import { progressBar } from "../progress-bar.js";
import { WrongValue } from "../read-option.js";
import { drawFields } from "../table.js";
import { createByteReader } from "./byte-reader.js";
import { readFileChunks } from "./file-chunks.js";
import { isMonth } from "./padron-line.js";
import { readPadron } from "./read-padron.js";
import { unzipOne } from "./unzip-one.js";

/** `sircip load`: replaces a month of the padrón with that of a file, or changes nothing. */
export async function loadFile(
  { connections }: CommandContext,
  file: string,
  { period: wanted, now }: { period?: string; now?: true },
): Promise<CommandOutput> {
  if (wanted !== undefined && !isMonth(wanted)) throw new WrongValue("--period: must be a month as YYYYMM");
  const bar = progressBar("padrón");
  const read = async () => {
    const readAll = (chunks: AsyncIterable<Buffer>) =>
      readPadron(unpack(chunks), wanted, now ? undefined : createStep());
    if (file === standardStream) return readAll(process.stdin);
    const chunks = readFileChunks(file, bar.show);
    // A ZIP is not read to its end, nor is a file that is refused.
    return readAll(chunks).finally(() => chunks.return(undefined));
  };
  const loaded = await loadPadron(connections, read, now ? undefined : waitForSales).finally(bar.clear);
  if (!loaded) throw notDone("Another load of the padrón is under way: wait until it has ended.");
  const { dropped, ...answer } = loaded;
  const text = drawFields({ ...answer, ...(dropped.length > 0 && { "not kept any more": dropped.join(", ") }) });
  return { json: { loaded: { ...answer, dropped } }, text };
}

/** Wait behind a step: sales have the processors first. A machine that is never idle has many at once, and they meet a step each 80 ms. */
const waitForSales = () => waitUntilIdle(80);

/** Steps, some megabytes of text, after which a file is a large one. */
const stepsOfSmall = 40;

/** End of a step of the reading. A large file goes on with what nobody else wants of the processors. */
function createStep(): () => Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  let steps = 0;
  return async () => {
    steps += 1;
    if (steps === stepsOfSmall) await takeIdleClass();
    await waitForSales();
  };
}

/**
 * Scheduling class of the idle (sched(7), SCHED_IDLE), where there is `chrt`: it has the processors when nobody else wants them. The lowest priority
 * alone is not enough: a thread that wakes up beside one of low priority may wait some milliseconds for its turn to end, or go to a processor that
 * is busy, and a sale wakes twenty. Nobody but root leaves the class again, so a machine that is never idle needs `--now`.
 */
async function takeIdleClass(): Promise<void> {
  const ofAllThreads = ["--all-tasks", "--idle", "--pid", "0", String(process.pid)];
  await promisify(execFile)("chrt", ofAllThreads, { timeout: 5_000 }).catch(() => undefined);
}

/** The text of a file, which may be in a ZIP. */
async function* unpack(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const reader = createByteReader(source, () => notDone("The padrón is not loaded: the file is cut off."));
  const start = (await reader.peek(4)).toString("latin1");
  if (start === "Rar!")
    throw notDone("The padrón is not loaded: the file is a RAR. Unpack it, and give the text that is in it.");
  yield* start.startsWith("PK") ? unzipOne(reader.rest()) : reader.rest();
}
