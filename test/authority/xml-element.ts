import { Parser } from "xml2js";

export type XmlElement = {
  name: string;
  uri: string;
  text: string;
  attributes: Record<string, string>;
  children: XmlElement[];
};

export class MalformedXmlError extends Error {}

type ParsedNode = {
  $?: Record<string, { value: string }>;
  $ns: { uri: string; local: string };
  _?: string;
  [child: string]: unknown;
};

/**
 * Children come grouped by name, in document order within a name: enough for services with free element order.
 * @throws MalformedXmlError
 */
export function parseXml(text: string): XmlElement {
  let root: Record<string, ParsedNode> | null | undefined;
  let failure: Error | null | undefined;
  try {
    new Parser({ xmlns: true }).parseString(text, (error: Error | null, result: Record<string, ParsedNode> | null) => {
      failure ??= error;
      root ??= result;
    });
  } catch (error) {
    throw new MalformedXmlError("content after the root element", { cause: error });
  }
  const node = Object.values(root ?? {})[0];
  if (failure || !node) throw new MalformedXmlError(failure?.message ?? "no root element");
  return toElement(node);
}

function toElement(node: ParsedNode): XmlElement {
  const { $: attributes = {}, $ns, _: text = "", ...groups } = node;
  return {
    name: $ns.local,
    uri: $ns.uri,
    text,
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value])),
    children: Object.values(groups).flatMap((group) => (group as ParsedNode[]).map(toElement)),
  };
}

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The trimmed text of a child; undefined when the child is absent. */
export const textOf = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.text.trim();

/** The same element without descendants of other namespaces, which the real services ignore. */
export const keepNamespace = (element: XmlElement, uri: string): XmlElement => ({
  ...element,
  children: element.children.filter((child) => child.uri === uri).map((child) => keepNamespace(child, uri)),
});
