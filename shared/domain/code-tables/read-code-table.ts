/** A code of the tax authority, with its description in the authority's language. */
export interface CodeRow {
  id: string;
  description: string;
}

/** Reads lines of "code description". */
export const readCodeTable = (text: string): readonly CodeRow[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const end = line.search(/ |$/);
      return { id: line.slice(0, end), description: line.slice(end + 1) };
    });
