import { Parser } from "xml2js";

/** An element as it was read: prefixes stripped, attributes dropped, every child in a list. */
export interface XmlElement {
  text: string;
  children: ReadonlyMap<string, readonly XmlElement[]>;
}

const maxCharacters = 1_000_000;
const maxDepth = 40;

/**
 * Reads one whole document into an element that holds its root. Undefined for anything else: broken, truncated or
 * trailing text, several roots, a DOCTYPE (entities are never expanded), too long or too deep. Never throws.
 */
export function readXml(text: string): XmlElement | undefined {
  if (text.length > maxCharacters || /<!(?:DOCTYPE|ENTITY)/i.test(text) || !isOneDocument(text)) return undefined;
  let root: unknown;
  let failed = false;
  try {
    const parser = new Parser({
      async: false,
      ignoreAttrs: true,
      explicitArray: true,
      explicitCharkey: true,
      tagNameProcessors: [(name) => name.slice(name.indexOf(":") + 1)],
    });
    parser.parseString(text.replace(/^\uFEFF/, ""), (error, result) => {
      if (error) failed = true;
      else root = result;
    });
    return failed || typeof root !== "object" || root === null ? undefined : toElement(root);
  } catch {
    return undefined;
  }
}

function toElement(node: unknown): XmlElement {
  if (typeof node === "string") return { text: node, children: new Map() };
  if (typeof node !== "object" || node === null) throw new TypeError("not an element");
  const { _: text = "", ...children } = node as Record<string, unknown>;
  if (typeof text !== "string") throw new TypeError("not a text");
  return {
    text,
    children: new Map(
      Object.entries(children).map(([name, elements]) => {
        if (!Array.isArray(elements)) return [name, [toElement(elements)]];
        return [name, elements.map(toElement)];
      }),
    ),
  };
}

/** Whether the tags nest within bounds below a single root and nothing but space, comments and instructions follows. */
function isOneDocument(text: string): boolean {
  let depth = 0;
  let roots = 0;
  for (let at = text.indexOf("<"), end = 0; at >= 0; at = text.indexOf("<", end)) {
    if (depth === 0 && text.slice(end, at).replace("\uFEFF", "").trim() !== "") return false;
    const closing = ["<!--", "<![CDATA[", "<?"].findIndex((opening) => text.startsWith(opening, at));
    const mark = ["-->", "]]>", "?>"][closing] ?? ">";
    const found = text.indexOf(mark, at + 2);
    if (found < 0) return false;
    end = found + mark.length;
    if (closing >= 0) continue;
    if (text[at + 1] === "/") depth -= 1;
    else {
      if (depth === 0) roots += 1;
      if (text[found - 1] !== "/") depth += 1;
    }
    if (depth < 0 || depth > maxDepth || roots > 1) return false;
    if (depth === 0 && text.indexOf("<", end) < 0) return text.slice(end).trim() === "";
  }
  return depth === 0 && roots === 1;
}

/** The one element at the path; undefined when a step is missing or there are several. */
export function findElement(from: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let element = from;
  for (const name of path) {
    const found = element?.children.get(name) ?? [];
    if (found.length !== 1) return undefined;
    element = found[0];
  }
  return element;
}

/** The text of the one element at the path, without surrounding space; undefined when it is missing or doubtful. */
export function findText(from: XmlElement | undefined, ...path: string[]): string | undefined {
  const element = findElement(from, ...path);
  return element && element.children.size === 0 ? element.text.trim() : undefined;
}

/** A whole number not below zero, leading zeros allowed; undefined for anything else. */
export function findInteger(from: XmlElement | undefined, ...path: string[]): number | undefined {
  const text = findText(from, ...path);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
