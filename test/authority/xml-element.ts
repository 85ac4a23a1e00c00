import sax, { type QualifiedTag } from "sax";
import { parsePlainXml } from "./plain-xml.js";

export type XmlElement = {
  name: string;
  uri: string;
  text: string;
  attributes: Record<string, string>;
  children: XmlElement[];
};

export class MalformedXmlError extends Error {}

/** Parses a document; children are in document order. @throws MalformedXmlError */
export const parseXml = (text: string): XmlElement => parsePlainXml(text) ?? parseAnyXml(text);

/** The same of a document of any form. */
export function parseAnyXml(text: string): XmlElement {
  const parser = sax.parser(true, { xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  const append = (more: string) => {
    const element = open.at(-1);
    if (element) element.text += more;
  };
  parser.onopentag = (tag) => {
    const element = toElement(tag as QualifiedTag);
    if (open.length === 0 && root) throw new MalformedXmlError("content after the root element");
    root ??= element;
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  parser.ontext = append;
  parser.oncdata = append;
  parser.onclosetag = () => open.pop();
  parser.onerror = (error) => {
    throw new MalformedXmlError(error.message);
  };
  parser.write(text).close();
  if (!root) throw new MalformedXmlError("no root element");
  return root;
}

const toElement = ({ local, uri, attributes }: QualifiedTag): XmlElement => ({
  name: local,
  uri,
  text: "",
  attributes: Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value])),
  children: [],
});

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The trimmed text of a child; undefined when the child is absent. */
export const textOf = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.text.trim();

/** A copy without descendants of other namespaces, which the real services ignore. */
export const keepNamespace = (element: XmlElement, uri: string): XmlElement => ({
  ...element,
  children: element.children.filter((child) => child.uri === uri).map((child) => keepNamespace(child, uri)),
});
