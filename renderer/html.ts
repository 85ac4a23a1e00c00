/** Markup that is safe to print: every value that is not markup already was escaped when it was put in. */
export interface Html {
  readonly markup: string;
}

type Part = Html | Html[] | string | number | null | undefined | false;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** For markup made in this program; never for a value that came from outside. */
export const trusted = (markup: string): Html => ({ markup });

/** Template tag: text is escaped, markup is kept, nothing is printed for null, undefined and false. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  trusted(strings.map((text, index) => (index === 0 ? "" : toMarkup(parts[index - 1])) + text).join(""));

function toMarkup(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  if (Array.isArray(part)) return part.map(toMarkup).join("");
  return part.markup;
}
