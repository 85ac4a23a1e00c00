import { readFile } from "node:fs/promises";
import { inEnglish } from "../../../shared/domain/words.js";
import { readCsv } from "../../batches/csv/read-csv.js";
import { readJson } from "../../batches/read-json.js";
import type { SentBatch } from "../../batches/sent-batch.js";
import { ApiError, type PlacedFault, sayFault } from "../../errors.js";
import { batchName } from "../../schemas/batch.js";
import { readOption, WrongValue } from "../read-option.js";

/** The most faults that are printed; the first show what to mend. */
const maxLines = 100;

/**
 * A batch in a file: as JSON when the file's name says so, and otherwise as CSV.
 * @throws ApiError 400 as the API answers it, WrongValue for what is no JSON, Error when there is no such file
 */
export async function readBatchFile(file: string, name: string | undefined): Promise<SentBatch> {
  const own = name === undefined ? null : readOption(batchName, "--name", name);
  const bytes = await readFile(file);
  if (!/\.json$/i.test(file)) return readCsv(bytes, own);
  const sent = readJson(parseJson(file, bytes.toString("utf8")));
  return { ...sent, name: own ?? sent.name };
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongValue(`${file} is not well-formed JSON`);
  }
}

/** Runs the checks of a file. What is wrong with the file is wrong usage, and told with every fault. */
export async function refusingFile<Result>(file: string, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    const faults = error instanceof ApiError && error.faults;
    throw faults ? new WrongValue(describeFaults(file, faults)) : error;
  }
}

function describeFaults(file: string, faults: PlacedFault[]): string {
  const lines = faults
    .slice(0, maxLines)
    .map((fault) => sayFault(fault, inEnglish))
    .map(({ field, message }) => `  ${field === null ? message : `${field} ${message}`}`);
  const more = faults.length > maxLines ? [`  and ${faults.length - maxLines} more`] : [];
  return [`Nothing was recorded. What is wrong in ${file}:`, ...lines, ...more].join("\n");
}
