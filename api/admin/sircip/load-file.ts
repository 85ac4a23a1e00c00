import { constants, setPriority } from "node:os";
import { loadPadron, waitForSales } from "../../../shared/db/sircip/load-padron.js";
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
  { period: wanted }: { period?: string },
): Promise<CommandOutput> {
  if (wanted !== undefined && !isMonth(wanted)) throw new WrongValue("--period: must be a month as YYYYMM");
  // Sales have the processors first.
  setPriority(constants.priority.PRIORITY_LOW);
  const bar = progressBar("padrón");
  const read = async () => {
    const readAll = (chunks: AsyncIterable<Buffer>) => readPadron(unpack(chunks), wanted, waitForSales);
    if (file === standardStream) return readAll(process.stdin);
    const chunks = readFileChunks(file, bar.show);
    // A ZIP is not read to its end, nor is a file that is refused.
    return readAll(chunks).finally(() => chunks.return(undefined));
  };
  const loaded = await loadPadron(connections, read).finally(bar.clear);
  if (!loaded) throw notDone("Another load of the padrón is under way: wait until it has ended.");
  const { dropped, ...answer } = loaded;
  const text = drawFields({ ...answer, ...(dropped.length > 0 && { "not kept any more": dropped.join(", ") }) });
  return { json: { loaded: { ...answer, dropped } }, text };
}

/** The text of a file, which may be in a ZIP. */
async function* unpack(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const reader = createByteReader(source, () => notDone("The padrón is not loaded: the file is cut off."));
  const start = (await reader.peek(4)).toString("latin1");
  if (start === "Rar!")
    throw notDone("The padrón is not loaded: the file is a RAR. Unpack it, and give the text that is in it.");
  yield* start.startsWith("PK") ? unzipOne(reader.rest()) : reader.rest();
}
