import { Parser } from "xml2js";
import { removeForbidden } from "../../shared/domain/clean-text.js";
import { readPlainXml, type XmlElement } from "./plain-xml.js";

export type { XmlElement } from "./plain-xml.js";

export const soapNamespace = "http://schemas.xmlsoap.org/soap/envelope/";

const space = "[ \\t\\r\\n]";
const declaration = new RegExp(
  `^\\uFEFF?${space}*<\\?xml${space}+version=(["'])1\\.\\d\\1(?:${space}+encoding=(["'])(?:[Uu][Tt][Ff]-8|[Ii][Ss][Oo]-8859-1)\\2)?` +
    `(?:${space}+standalone=(["'])(?:yes|no)\\3)?${space}*\\?>`,
);
/** Letters of other scripts are allowed here. Source: RFC 3986, appendix A. */
const notInUri = /[\s<>"{}|\\^`]/;
const maxCharacters = 1_000_000;
const maxDepth = 40;

/**
 * Reads one whole document into an element that holds its root. Undefined for anything else: broken or truncated text, text after
 * the root, several roots, a DOCTYPE (entities are never expanded), processing instructions, characters that XML forbids, or a
 * document that is too long or too deep. Never throws.
 */
export function readXml(document: string): XmlElement | undefined {
  if (document.length > maxCharacters) return undefined;
  const text = document.replace(declaration, "");
  return readPlainXml(text) ?? readAnyXml(text);
}

/** Reads a document without its declaration. */
export function readAnyXml(text: string): XmlElement | undefined {
  if (/<\?|<!(?:DOCTYPE|ENTITY)/i.test(text) || removeForbidden(text) !== text || !isOneDocument(text))
    return undefined;
  let root: unknown;
  let failed = false;
  try {
    const parser = new Parser({
      async: false,
      xmlns: true,
      ignoreAttrs: true,
      explicitArray: true,
      explicitCharkey: true,
      tagNameProcessors: [(name) => name.slice(name.indexOf(":") + 1)],
    });
    parser.parseString(text.replace(/^\uFEFF/, ""), (error, result) => {
      if (error) failed = true;
      else root = result;
    });
    if (failed || typeof root !== "object" || root === null) return undefined;
    return { namespace: "", text: "", children: toChildren(root) };
  } catch {
    return undefined;
  }
}

function toElement(node: unknown): XmlElement {
  if (typeof node !== "object" || node === null) throw new TypeError("not an element");
  const { _: text = "", $ns: names, ...children } = node as Record<string, unknown>;
  if (typeof text !== "string") throw new TypeError("not a text");
  const { uri } = names as { uri: string };
  if (notInUri.test(uri)) throw new TypeError("not the name of a namespace");
  return { namespace: uri, text, children: toChildren(children) };
}

const toChildren = (children: object): XmlElement["children"] =>
  new Map(
    Object.entries(children).map(([name, elements]: [string, unknown]) => [
      name,
      (Array.isArray(elements) ? elements : [elements]).map(toElement),
    ]),
  );

/** Whether the tags nest below a single root, not too deep, and only space and comments follow. */
function isOneDocument(text: string): boolean {
  let depth = 0;
  let roots = 0;
  for (let at = text.indexOf("<"), end = 0; at >= 0; at = text.indexOf("<", end)) {
    const between = text.slice(end, at);
    if (between.includes("]]>")) return false;
    if (depth === 0 && between.replace("\uFEFF", "").trim() !== "") return false;
    const closing = ["<!--", "<![CDATA["].findIndex((opening) => text.startsWith(opening, at));
    const mark = ["-->", "]]>"][closing] ?? ">";
    const found = text.indexOf(mark, at + 2);
    if (found < 0) return false;
    end = found + mark.length;
    if (closing >= 0) continue;
    if (text.slice(at + 1, found).includes("<")) return false;
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

/**
 * Reads an answer of a service that qualifies only the root of its content, with what other namespaces hold set apart. Undefined for
 * what is no document.
 */
export function readUnqualified(document: string, namespace: string): XmlElement | undefined {
  const read = readXml(document);
  return read && setApart(new Set(["", soapNamespace, namespace]), read);
}

/** The only element at the path. Undefined when a step is missing or has several elements. */
export function findElement(from: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let element = from;
  for (const name of path) {
    const found = element?.children.get(name) ?? [];
    if (found.length !== 1) return undefined;
    element = found[0];
  }
  return element;
}

const apart = "apart:";

/**
 * Sets apart what is of none of these namespaces: it stays, unread, under a name that no reader asks for. So it is no sibling of what is
 * read, and a text with such an element in it is still no text.
 */
export function setApart(namespaces: ReadonlySet<string>, element: XmlElement): XmlElement {
  const children = new Map<string, XmlElement[]>();
  for (const [name, elements] of element.children)
    for (const child of elements) {
      const isOwn = namespaces.has(child.namespace);
      const key = isOwn ? name : `${apart}${name}`;
      const same = children.get(key) ?? [];
      same.push(isOwn ? setApart(namespaces, child) : child);
      children.set(key, same);
    }
  return { ...element, children };
}

export const isSetApart = (name: string): boolean => name.startsWith(apart);

/** Whether anything that was set apart has one of these names. What stands within it does not matter. */
export const isApart = (names: ReadonlySet<string>, element: XmlElement): boolean =>
  [...element.children].some(([key, elements]) =>
    isSetApart(key) ? names.has(key.slice(apart.length)) : elements.some((child) => isApart(names, child)),
  );

/** The trimmed text of the only element at the path. Undefined when it is missing, there are several, or it has children. */
export function findText(from: XmlElement | undefined, ...path: string[]): string | undefined {
  const element = findElement(from, ...path);
  return element && element.children.size === 0 ? element.text.trim() : undefined;
}

/** A whole number of zero or more. Leading zeros are allowed. Undefined for anything else. */
export function findInteger(from: XmlElement | undefined, ...path: string[]): number | undefined {
  const text = findText(from, ...path);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
