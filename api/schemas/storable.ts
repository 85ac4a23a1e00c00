const maxBytes = 16_384;

export const storableOnly = "must be an object of at most 16 KB whose texts are well-formed and free of NUL";

/** Whether the database can store a value unchanged: its texts hold neither NUL nor half a surrogate pair. */
export function isStorable(value: unknown): boolean {
  return (
    JSON.stringify(value).length <= maxBytes &&
    textsOf(value).every((text) => text.isWellFormed() && !text.includes("\0"))
  );
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)]);
}
