/** Characters that are written as others, because no decomposition leads from them into Latin-1. */
const spellings = new Map(
  Object.entries({
    "‘’‛′": "'",
    "“”„″": '"',
    "‚": ",",
    "‐‒–—―−": "-",
    "⁄": "/",
    "€": "EUR",
    Œ: "OE",
    œ: "oe",
    Ł: "L",
    ł: "l",
    Đ: "D",
    đ: "d",
    ı: "i",
  }).flatMap(([characters, spelling]) => [...characters].map((one): [string, string] => [one, spelling])),
);

const isLatin = /^[\x20-\x7e\xa1-\xff]$/;

/** One character outside Latin-1 by its parts, without accents: `ő` is `o`, `…` three points. `?` when a part has no spelling. */
function spell(character: string): string {
  const parts = [...character.normalize("NFKD")].map((part) => {
    if (isLatin.test(part)) return part;
    return spellings.get(part) ?? (/\p{M}/u.test(part) ? "" : "?");
  });
  return parts.includes("?") ? "?" : parts.join("");
}

/** Most names are already as `toLatin` gives them. None of these signs is invisible or combines with another. */
const isPlain = /^[!-~À-ÿ]+(?: [!-~À-ÿ]+)*$/;

/**
 * A text in which each character is one byte, the same one in ISO 8859-1 and in Windows-1252: blank to `~` and `¡` to `ÿ`. Control
 * characters and line breaks become blanks, invisible ones go, several blanks become one.
 * Source: issuer/authority/README.md, section 14.1.
 */
export const toLatin = (text: string): string =>
  isPlain.test(text)
    ? text
    : text
        .normalize("NFC")
        .replace(/\p{Cf}/gu, "")
        .replace(/[\s\p{Cc}]/gu, " ")
        .replace(/[^\x20-\x7e\xa1-\xff]/gu, spell)
        .replace(/ +/g, " ")
        .trim();
