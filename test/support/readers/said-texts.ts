/** Words that no Spanish has, but for names of fields and of paths. */
const english = /(?<![\w./"-])(the|is|are|with|must|again|authority|voucher|does|not|point of sale)(?![\w/"-])/i;

/** A whole sentence, perhaps behind the authority's code or the field that it is about, in which nothing is English. */
export const isSpanish = (text: string): boolean =>
  /^(\p{Lu}|¿|\(\d+\) |[\w.?-]+( \d+)?: |\d+ es un DNI).*[.]$/su.test(text) && !english.test(text);

/** What an answer of the API says in words that are ours, with where it says it. */
export function saidTexts(body: unknown, at = ""): { at: string; text: string }[] {
  if (Array.isArray(body)) return body.flatMap((each, index) => saidTexts(each, `${at}[${index}]`));
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const here = `${at}.${name}`;
    return typeof value === "string" && isSaid(here, name) ? [{ at: here, text: value }] : saidTexts(value, here);
  });
}

/** What is said where. A `message` within what a caller sent or the authority said is not ours. */
const isSaid = (at: string, name: string): boolean =>
  ["error", "suggestion", "disabledReason"].includes(name) ||
  (name === "message" && /^\.(warnings|details\.errors|result\.(problems|notes))\[\d+\]/.test(at));
