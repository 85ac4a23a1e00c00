import { removeForbidden } from "../../shared/domain/clean-text.js";

/** An XML element: its name, and its text or its children in order. */
export type Part = readonly [name: string, content: string | readonly Part[]];

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** As nearly every text is: nothing to escape, nothing that XML forbids. */
const plain = /^[ !#-%(-;=?-~]*$/;

export const escapeXml = (text: string): string =>
  plain.test(text) ? text : removeForbidden(text).replace(/[&<>"']/g, (character) => entities[character] ?? "");

const elementName = /^[A-Za-z_][\w.-]*$/;

/** Writes the elements in the given order. Names come from our code, never from data. @throws RangeError on an invalid name */
export const writeXml = (parts: readonly Part[]): string =>
  parts
    .map(([name, content]) => {
      if (!elementName.test(name)) throw new RangeError(`${JSON.stringify(name)} is no element name`);
      return `<${name}>${typeof content === "string" ? escapeXml(content) : writeXml(content)}</${name}>`;
    })
    .join("");
