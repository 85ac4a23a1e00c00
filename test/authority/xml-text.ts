/** How .NET writes text content. */
export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** How Apache CXF writes text content: `>` stays. */
export const escapeCxf = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** How Apache Axis 1.4 writes text content: quotes and everything beyond ASCII as entities. */
export const escapeAxis = (text: string): string =>
  escapeXml(text)
    .replaceAll('"', "&quot;")
    .replace(/[^\0-\x7f]/gu, (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`);

/** A leaf: absent when undefined, `<Name />` when empty. Source: issuer/authority/README.md, section 2.3. */
export function leaf(name: string, value: string | number | undefined): string {
  if (value === undefined) return "";
  return value === "" ? `<${name} />` : `<${name}>${escapeXml(String(value))}</${name}>`;
}

/** Several leaves, in the order of the keys. */
export const leaves = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .map(([name, value]) => leaf(name, value))
    .join("");

/** A container: absent when it holds nothing. */
export const branch = (name: string, inner: string): string => (inner === "" ? "" : `<${name}>${inner}</${name}>`);
