/** The API accepts values up to this length. A longer one, which came in another way, must not break the page. */
const longest = 300;

/** The text of one field in one line, without control characters, and cut to a length that fits in a header. */
export const printableText = (text: string, most = longest): string => {
  const clean = cleanText(text).replaceAll("\n", " ");
  return clean.length <= most ? clean : `${cutAt(clean, most)}…`;
};

/** The same; null for an empty text. */
export const printableOrNull = (text: string | null | undefined, most = longest): string | null =>
  text ? printableText(text, most) : null;

export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replace(/(?!\n)\p{Cc}+/gu, " ");

/** Pieces of at most `most` characters, cut at a space if one is near, and never inside a grapheme. */
export function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const whole = cutAt(rest, most);
    const space = Math.max(whole.lastIndexOf(" "), whole.lastIndexOf("\n"));
    const piece = space > most / 2 ? rest.slice(0, space + 1) : whole;
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest];
}

const graphemes = new Intl.Segmenter("es", { granularity: "grapheme" });
const farthestBack = 40;

/** The longest beginning of at most `most` characters that ends between graphemes. Only an endless grapheme is cut inside. */
function cutAt(text: string, most: number): string {
  const from = Math.max(0, most - farthestBack);
  const window = text.slice(from, most + farthestBack);
  const ends = [...graphemes.segment(window)]
    .map(({ index }) => from + index)
    .filter((index) => index <= most && index > from);
  return text.slice(0, ends.at(-1) ?? most);
}
