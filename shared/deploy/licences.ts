/** A package of a CycloneDX document, as far as its licence needs it. */
export interface Component {
  name: string;
  version: string;
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
}

export interface LicenceRow {
  name: string;
  version: string;
  /** In SPDX's words; `unknown` when the package names none. */
  licence: string;
  /** Why it may ship although its licence is not one of `free`. */
  reason?: string;
  isFlagged: boolean;
}

/** Licences that ask for no more than a notice, with SPDX's names. */
const free = new Set(
  "MIT MIT-0 ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 CC0-1.0 CC-BY-4.0 Python-2.0 Unlicense Zlib".split(
    " ",
  ),
);

/**
 * Judges each package: its licence is free, or `reasons` (by package name) says why it may ship, or it is flagged. Sorted by name.
 */
export function judgeLicences(components: Component[], reasons: Record<string, string>): LicenceRow[] {
  return components
    .map(({ name, version, licenses = [] }) => {
      const licence = licenses.map(nameOf).join(" AND ") || "unknown";
      const reason = isFree(licence) ? undefined : reasons[name];
      return { name, version, licence, ...(reason && { reason }), isFlagged: !isFree(licence) && !reason };
    })
    .sort((one, other) => (`${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1));
}

const nameOf = (one: NonNullable<Component["licenses"]>[number]) =>
  "expression" in one ? one.expression : (one.license.id ?? one.license.name ?? "unknown");

/** Whether a licence is free: of several to choose from, one; of several together, all. Nested choices count as not free. */
function isFree(licence: string): boolean {
  const plain = licence.replace(/^\((.*)\)$/, "$1");
  if (plain.includes(" AND ")) return !plain.includes(" OR ") && plain.split(" AND ").every((one) => free.has(one));
  return plain.split(" OR ").some((one) => free.has(one));
}
