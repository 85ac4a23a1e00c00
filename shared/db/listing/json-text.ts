/**
 * SQL that puts JSON together as text. Every function of the server's that makes JSON of a row takes twice as long.
 */

/** Text in the making: what stands there as it is, and what an expression gives, which is never null. */
export type Json = (string | { sql: string })[];

export const plain = (sql: string): Json => [{ sql: `(${sql})::text` }];
/** What never needs to be escaped: digits, dates, codes. */
export const quoted = (sql: string): Json => ['"', ...plain(sql), '"'];
export const orNull = (sql: string): Json => [{ sql: `coalesce((${sql})::text, 'null')` }];
export const text = (column: string): Json => orNull(`to_json(${column})`);
export const quotedOrNull = (sql: string): Json => orNull(`'"' || (${sql}) || '"'`);

/** The text of an object: its members and, at the same level, `rest`, which is the text of further ones. */
export function toObject(members: Record<string, Json>, rest?: string): string {
  const written = Object.entries(members).flatMap(
    ([name, value], at): Json => [`${at === 0 ? "{" : ","}"${name}":`, ...value],
  );
  return glue([...written, ...(rest === undefined ? [] : [",", { sql: rest }]), "}"]);
}

/** So many are joined at a time, and those then: one after the other they would copy all that is there already for each. */
const together = 8;

function glue(pieces: Json): string {
  const terms = mergeLiterals(pieces);
  const groups = Array.from({ length: Math.ceil(terms.length / together) }, (_, group) =>
    terms.slice(group * together, (group + 1) * together).join(" || "),
  );
  return groups.map((group) => `(${group})`).join(" || ");
}

/** What stands between two values is one literal. */
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
