/** The API accepts values up to this length. A longer one, which came in another way, must not break the page. */
const longest = 300;

const graphemes = new Intl.Segmenter("es", { granularity: "grapheme" });

/** The text of one field in one line, without control characters, and cut to a length that fits in a header. */
export const printableText = (text: string, most = longest): string => {
  const clean = printableLines(text).replaceAll("\n", " ");
  return clean.length <= most ? clean : `${cutAt(clean, most)}…`;
};

/** Printable text; null for an empty one. */
export const printableOrNull = (text: string | null | undefined, most = longest): string | null =>
  text ? printableText(text, most) : null;

export const printableLines = (text: string): string =>
  withSigns(
    text
      .toWellFormed()
      .replace(/\r\n?|\u2028|\u2029/g, "\n")
      .replace(/(?!\n)\p{Cc}+/gu, " "),
  );

/** Pictures, which no font of ours has: without one of the system's, a browser leaves them out and says nothing. */
const picture =
  /[\u{1f000}-\u{1faff}]|\p{Emoji_Presentation}|\p{Regional_Indicator}|(?![\d#*\u00a9\u00ae\u2122])\p{Emoji}\ufe0f/u;
const keycap = /[\ufe0f\u20e3]/g;
/** Substitute for what cannot be shown. */
const sign = "\ufffd";

/** Each picture as a sign, so that a reader sees that something stood there. A digit on a key is that digit. */
function withSigns(text: string): string {
  if (!picture.test(text) && !/[\ufe0f\u20e3]/.test(text)) return text;
  return [...graphemes.segment(text)]
    .map(({ segment }) => (picture.test(segment) ? sign : segment.replace(keycap, "")))
    .join("");
}

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
