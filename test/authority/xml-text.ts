/** Escapes text as .NET does. */
export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Escapes text as Apache CXF does: `>` stays. */
export const escapeCxf = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Escapes text as Apache Axis 1.4 does: quotes and non-ASCII characters become entities. */
export const escapeAxis = (text: string): string =>
  escapeXml(text)
    .replaceAll('"', "&quot;")
    .replace(/[^\0-\x7f]/gu, (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`);

/** An element with text: absent when undefined, `<Name />` when empty. Source: issuer/authority/README.md, section 2.3. */
export function leaf(name: string, value: string | number | undefined): string {
  if (value === undefined) return "";
  return value === "" ? `<${name} />` : `<${name}>${escapeXml(String(value))}</${name}>`;
}

/** Several elements with text, in the order of the keys. */
export const leaves = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .map(([name, value]) => leaf(name, value))
    .join("");

/** An element with children: absent when it has none. */
export const branch = (name: string, inner: string): string => (inner === "" ? "" : `<${name}>${inner}</${name}>`);
