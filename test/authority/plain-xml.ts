import type { XmlElement } from "./xml-element.js";

type Open = { tag: string; element: XmlElement; namespaces: Map<string, string> };

const declaration = /^<\?xml [^?>]*\?>/;
const tagName = /^(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)$/;
const attributes = /^(?:\s+(?:xmlns:)?[A-Za-z_][\w.-]*="[^"<]*")*\s*$/;
const attribute = /([\w.:-]+)="([^"]*)"/g;

/**
 * Parses a document as `parseXml` does, several times as fast, if it has nothing but elements, names of namespaces and text: that is how
 * programs write requests. Undefined for every other document, sound or broken.
 */
export function parsePlainXml(text: string): XmlElement | undefined {
  let at = declaration.exec(text)?.[0].length ?? 0;
  if (text.includes("&") || text.includes("<!") || text.indexOf("<?", at) !== -1) return undefined;
  let root: XmlElement | undefined;
  const path: Open[] = [];
  for (;;) {
    const start = text.indexOf("<", at);
    const between = text.slice(at, start === -1 ? undefined : start);
    const parent = path.at(-1);
    if (parent) parent.element.text += between;
    else if (between.trim() !== "") return undefined;
    if (start === -1) return parent ? undefined : root;
    const end = text.indexOf(">", start);
    if (end === -1) return undefined;
    at = end + 1;
    if (text[start + 1] === "/") {
      if (!parent || text.slice(start + 2, end).trimEnd() !== parent.tag) return undefined;
      path.pop();
      continue;
    }
    const isEmpty = text[end - 1] === "/";
    const opened = open(text.slice(start + 1, isEmpty ? end - 1 : end), parent?.namespaces ?? new Map([["", ""]]));
    if (!opened || (!parent && root)) return undefined;
    if (parent) parent.element.children.push(opened.element);
    else root = opened.element;
    if (!isEmpty) path.push(opened);
  }
}

/** Undefined for a name that is not plain, or a prefix that is not declared. */
function open(content: string, outer: Map<string, string>): Open | undefined {
  const space = content.search(/\s/);
  const tag = space === -1 ? content : content.slice(0, space);
  const [, prefix = "", name] = tagName.exec(tag) ?? [];
  if (name === undefined) return undefined;
  const element: XmlElement = { name, uri: "", text: "", attributes: {}, children: [] };
  const namespaces = space === -1 ? outer : readAttributes(content.slice(space), element.attributes, outer);
  const uri = namespaces?.get(prefix);
  if (namespaces === undefined || uri === undefined) return undefined;
  element.uri = uri;
  return { tag, element, namespaces };
}

/** The namespaces within the element. Undefined for attributes that are not plain. */
function readAttributes(
  text: string,
  read: Record<string, string>,
  outer: Map<string, string>,
): Map<string, string> | undefined {
  if (!attributes.test(text)) return undefined;
  const namespaces = new Map(outer);
  for (const [, name = "", value = ""] of text.matchAll(attribute)) {
    const prefix = name === "xmlns" ? "" : name.startsWith("xmlns:") ? name.slice("xmlns:".length) : undefined;
    if (Object.hasOwn(read, name) || name === "__proto__" || /^xml/i.test(prefix ?? "")) return undefined;
    if (prefix !== undefined) namespaces.set(prefix, value);
    read[name] = value;
  }
  return namespaces;
}
