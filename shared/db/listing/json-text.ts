/**
 * Writes SQL that builds JSON as text. PostgreSQL's own functions for JSON of a row take twice as long.
 */

/** The pieces of a JSON text: literal text, and SQL expressions that are never null. */
export type Json = (string | { sql: string })[];

export const plain = (sql: string): Json => [{ sql: `(${sql})::text` }];
/** A value that never needs escaping: digits, dates, codes. */
export const quoted = (sql: string): Json => ['"', ...plain(sql), '"'];
export const orNull = (sql: string): Json => [{ sql: `coalesce((${sql})::text, 'null')` }];
export const text = (column: string): Json => orNull(`to_json(${column})`);
export const quotedOrNull = (sql: string): Json => orNull(`'"' || (${sql}) || '"'`);

/** The text of an object: its members, then `rest`, an expression for the text of further members. */
export function toObject(members: Record<string, Json>, rest?: string): string {
  const written = Object.entries(members).flatMap(
    ([name, value], at): Json => [`${at === 0 ? "{" : ","}"${name}":`, ...value],
  );
  return glue([...written, ...(rest === undefined ? [] : [",", { sql: rest }]), "}"]);
}

/** How many pieces are joined at a time, before the results are joined. One by one, each join would copy all text before it. */
const together = 8;

function glue(pieces: Json): string {
  const terms = mergeLiterals(pieces);
  const groups = Array.from({ length: Math.ceil(terms.length / together) }, (_, group) =>
    terms.slice(group * together, (group + 1) * together).join(" || "),
  );
  return groups.map((group) => `(${group})`).join(" || ");
}

/** Merges adjacent literals into one. */
function mergeLiterals(pieces: Json): string[] {
  const terms: string[] = [];
  let literal = "";
  for (const piece of [...pieces, { sql: "" }]) {
    if (typeof piece === "string") literal += piece;
    else {
      terms.push(...[literal && `'${literal}'`, piece.sql].filter(Boolean));
      literal = "";
    }
  }
  return terms;
}
