import { type Language, type LocalizedText, localizeFor } from "../../../shared/domain/localized-text.js";
import type { BatchResult } from "../../batches/to-result.js";
import { drawFields, drawTable } from "../table.js";
import type { Batch } from "./follow-batch.js";

/** At most this many failures are shown; --json and --out give all of them. */
const maxFailures = 100;

const spanishStates: Record<Batch["state"], string> = {
  running: "en curso",
  done: "terminado",
  cancelled: "cancelado",
};

export function describeBatch(batch: Batch, language: Language = "en"): string {
  const { id, name, state, total, pending, issued, failed, created, finished } = batch;
  if (language === "en")
    return drawFields({ batch: id, name, state, elements: total, issued, failed, pending, created, finished });
  return drawFields({
    ...{ lote: id, nombre: name, estado: spanishStates[state], comprobantes: total, emitidos: issued },
    ...{ fallaron: failed, faltan: pending, creado: created, terminado: finished },
  });
}

/** Columns of the failures, after the one of where they stand. */
const headings: Record<Language, string[]> = { en: ["key", "code", "error"], es: ["clave", "código", "error"] };
const inFile: LocalizedText = { en: "line", es: "línea" };
const inBatch: LocalizedText = { en: "element", es: "lugar" };

/** Where an element stands, with its heading: its line in the file that it came from, else its place, as people count. */
export const placeIn = (lineOf: ((index: number) => number) | undefined) => ({
  heading: lineOf ? inFile : inBatch,
  of: (index: number) => (lineOf ? lineOf(index) : index + 1),
});
const moreFailures = (count: number): LocalizedText => ({
  en: `and ${count} more failures`,
  es: `y ${count} más que fallaron`,
});

/**
 * A batch with its failures.
 * @param lineOf where an element stands in the file that it came from
 */
export function describeResults(
  batch: Batch,
  results: BatchResult[],
  lineOf?: (index: number) => number,
  language: Language = "en",
): string {
  const failures = results.filter(({ state }) => state === "failed");
  const shown = failures.slice(0, maxFailures);
  const place = placeIn(lineOf);
  const rows = shown.map(({ index, idempotency, code, error }) => [place.of(index), idempotency, code, error]);
  return [
    describeBatch(batch, language),
    ...(rows.length > 0 ? [drawTable([localizeFor(language, place.heading), ...headings[language]], rows, "")] : []),
    ...(failures.length > shown.length ? [localizeFor(language, moreFailures(failures.length - shown.length))] : []),
  ].join("\n\n");
}
