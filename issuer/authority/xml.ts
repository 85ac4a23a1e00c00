import { removeForbidden } from "../../shared/domain/clean-text.js";

/** An element to be written, or one that was read: its name, and its text or its children in order. */
export type Part = readonly [name: string, content: string | readonly Part[]];

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

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
