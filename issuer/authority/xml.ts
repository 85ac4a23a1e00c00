/** An element to be written, or one that was read: its name, and its text or its children in order. */
export type Part = readonly [name: string, content: string | readonly Part[]];

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot carry them, not even escaped.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Without the characters that no XML document can carry. */
export const removeForbidden = (text: string): string => text.replace(forbidden, "");

export const escapeXml = (text: string): string =>
  removeForbidden(text).replace(/[&<>"']/g, (character) => entities[character] ?? "");

const elementName = /^[A-Za-z_][\w.-]*$/;

/** Writes the elements in the order given. Names are ours, never data. @throws RangeError on a name that is none. */
export const writeXml = (parts: readonly Part[]): string =>
  parts
    .map(([name, content]) => {
      if (!elementName.test(name)) throw new RangeError(`${JSON.stringify(name)} is no element name`);
      return `<${name}>${typeof content === "string" ? escapeXml(content) : writeXml(content)}</${name}>`;
    })
    .join("");
