// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot carry them, not even escaped.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Without the characters that no XML document can carry. */
export const removeForbidden = (text: string): string => text.replace(forbidden, "");

/** A free text in the form in which it is sent and compared. */
export const cleanText = (text: string): string => removeForbidden(text).replace(/\s+/g, " ").trim();
