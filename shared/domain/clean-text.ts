// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot carry them, not even escaped.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Removes the characters that XML does not allow. */
export const removeForbidden = (text: string): string => text.replace(forbidden, "");

/** The form in which a free text is sent and compared. */
export const cleanText = (text: string): string => removeForbidden(text).replace(/\s+/g, " ").trim();

/** Without accents and case: the authority may restate a text so. */
export const plainText = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The first characters of a text, none of them cut in half: PostgreSQL takes no half of a character in JSON. */
export const beginningOf = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
