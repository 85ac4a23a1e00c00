/** Where a value stands in a body: names, and places in lists. A name alone is a path too. */
export type FieldPath = string | readonly PropertyKey[];

/** A fault's place: in a body, or in a file its line, and the column as the header names it. */
export type FieldPlace = FieldPath | { line: number; column?: string };

/** Another place may continue it. */
export const toPath = (field: FieldPath): readonly PropertyKey[] => (typeof field === "string" ? [field] : field);

/** As an answer says it: `items.0.price`, `line 7: items.price`. Nothing reads it back. */
export function writeField(field: FieldPlace): string {
  if (typeof field === "string") return field;
  if (!("line" in field)) return field.map(String).join(".");
  return field.column === undefined ? `line ${field.line}` : `line ${field.line}: ${field.column}`;
}

/** The places that these faults are of, as they are written. A body may have a hundred thousand. */
export const fieldsWithFault = (faults: readonly { field: FieldPlace | null }[]): Set<string | null> =>
  new Set(faults.map(({ field }) => field && writeField(field)));
