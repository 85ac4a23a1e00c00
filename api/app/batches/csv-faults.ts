import type { LocalizedFault } from "../../http/errors.js";
import { labelOf } from "../../schemas/field-labels.js";

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
