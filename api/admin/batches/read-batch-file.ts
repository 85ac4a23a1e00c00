import { type Language, type LocalizedText, localizeFor } from "../../../shared/domain/localized-text.js";
import { withSmallInitial } from "../../../shared/domain/spanish.js";
import { ApiError, type PlacedFault } from "../../http/errors.js";
import { writeField } from "../../http/field.js";
import { readCsv } from "../../parsing/csv/read-csv.js";
import { readJson } from "../../parsing/read-json.js";
import type { SentBatch } from "../../parsing/sent-batch.js";
import { batchName } from "../../schemas/batch.js";
import { readGivenFile, standardStream } from "../given-file.js";
import { readOption, WrongValue } from "../read-option.js";

/** The most faults that are printed; the first show what to mend. */
const maxLines = 100;

/**
 * A batch in a file: as JSON when the file's name says so, or the first character of what has no name, and otherwise as CSV.
 * @throws ApiError 400 as the API answers it, WrongValue for what is no JSON, Error when there is no such file
 */
export async function readBatchFile(file: string, name: string | undefined, language: Language): Promise<SentBatch> {
  const own = name === undefined ? null : readOption(batchName, "--name", name);
  const bytes = await readGivenFile(file);
  const isJson = file === standardStream ? /^\s*[{[]/.test(bytes.toString("utf8", 0, 100)) : /\.json$/i.test(file);
  if (!isJson) return readCsv(bytes, own);
  const sent = readJson(parseJson(file, bytes.toString("utf8"), language));
  return { ...sent, name: own ?? sent.name };
}

function parseJson(file: string, text: string, language: Language): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongValue(
      localizeFor(language, { en: `${file} is not well-formed JSON`, es: `${file} no es un JSON bien formado` }),
    );
  }
}

/** Runs the checks of a file. What is wrong with the file is wrong usage, and told with every fault. */
export async function refusingFile<Result>(
  file: string,
  language: Language,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    const faults = error instanceof ApiError && error.faults;
    throw faults ? new WrongValue(describeFaults(file, faults, language)) : error;
  }
}

function describeFaults(file: string, faults: PlacedFault[], language: Language): string {
  const translate = (words: LocalizedText) => localizeFor(language, words);
  const others = faults.length - maxLines;
  return [
    translate({
      en: `Nothing was recorded. What is wrong in ${file}:`,
      es: `No se registró nada. Lo que hay que corregir en ${file}:`,
    }),
    ...faults.slice(0, maxLines).map((fault) => `  ${translate(faultWords(fault))}`),
    ...(others > 0 ? [`  ${translate({ en: `and ${others} more`, es: `y ${others} más` })}`] : []),
  ].join("\n");
}

/** A fault with its place: English goes on after it, and Spanish is a sentence of its own. */
export function faultWords({ field, message: { en, es } }: PlacedFault): LocalizedText {
  if (field === null) return { en, es };
  const place = writeField(field);
  return { en: `${place} ${en}`, es: `${place}: ${withSmallInitial(es)}` };
}
