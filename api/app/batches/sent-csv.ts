import type { LocalizedFault } from "../../http/errors.js";
import { readUtf8 } from "../../parsing/read-utf8.js";
import { labelOf } from "../../schemas/field-labels.js";
import { type Form, text } from "../frame/form.js";

/** Batch as its form sent it. */
export interface SentCsv {
  name: string;
  /** Text of the file, which the form shows again for mending; empty when it is too long for that or is no text. */
  csv: string;
  /** The file, or else what was pasted. Undefined without either. */
  body: Uint8Array<ArrayBuffer> | undefined;
}

/** Longer ones are mended in their own program. */
const maxShownAgain = 200_000;

/** A chosen file counts, and otherwise the pasted text. Its lines stay as they are: faults name them by number. */
export async function sentCsv(form: Form, file: File | undefined): Promise<SentCsv> {
  const [, pasted] = form.find(([name, value]) => name === "csv" && typeof value === "string") ?? [];
  const written = typeof pasted === "string" ? pasted : "";
  const name = text(form, "name");
  const body = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(written);
  if (!file && written.trim() === "") return { name, csv: "", body: undefined };
  return { name, csv: body.length > maxShownAgain ? "" : (readUtf8(body) ?? ""), body };
}

/** A fault of a CSV file, for who has it open in front of them. */
export interface CsvFault {
  /** "Línea 7 del archivo: precio" */
  place: string;
  /** As the header names it: `items.price`. Null when it is no fault of a column. */
  column: string | null;
  message: string;
}

/** The faults that POST batches tells of CSV, in their order: their fields are such as `line 7: items.price`. */
export const csvFaults = (faults: LocalizedFault[]): CsvFault[] =>
  faults.map(({ field, message }) => ({
    place: field === null ? "El archivo" : labelOf(field),
    column: /^line \d+: (.+)$/s.exec(field ?? "")?.[1] ?? null,
    message,
  }));
