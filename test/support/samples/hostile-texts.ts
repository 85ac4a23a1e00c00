/** The length of the longest header, path or query that the server takes. */
export const hostileLength = 64 * 1_024;

const filled = (piece: string) => piece.repeat(Math.ceil(hostileLength / piece.length)).slice(0, hostileLength);

/** Texts on which a pattern, or a loop within a loop, takes long: of characters that separate, quote, encode or nest something. */
export const hostileTexts: Record<string, string> = Object.fromEntries(
  [" ", '"', ",", "/", "%", "+", "[", "(", "=", ";", "&", "\\", ".", "-", "1", "a", ":", "*", "?", "\t"]
    .concat([
      '"\\',
      "[]",
      "a=",
      "a= ",
      "=;",
      ", ",
      "a,",
      "%2",
      "%25",
      "%C3%A1",
      "%aa",
      "/..",
      "a.",
      "1.",
      "a/",
      "::1,",
      '";',
      "--b\r\n",
    ])
    .map((piece) => [JSON.stringify(piece), filled(piece)]),
);

/** What stands around them, so that a pattern begins, or fails only at the end. */
export const frames = [
  ["", ""],
  ["a", "b"],
  ["handling=a", "b"],
  ["Bearer TEST_", "!"],
  ["/app/", "!"],
  ["multipart/form-data; boundary=", "!"],
  ["[", "%"],
] as const;
