import type { Component } from "./licences.js";

/** A CycloneDX document, as `npm sbom` writes it. */
export interface SoftwareBill {
  metadata: { component: { "bom-ref": string } };
  components: (Component & { "bom-ref": string })[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** package-lock.json: each place in node_modules with what is there. */
export interface Lock {
  packages: Record<string, { name?: string; version?: string }>;
}

/** The document with the packages at these places alone. `npm sbom` knows all that are installed, and not which of them a bundle needs. */
export function onlyShipped(bill: SoftwareBill, { packages }: Lock, places: string[]): SoftwareBill {
  const shipped = new Set(
    places.map((place) => {
      const { name = place.split("node_modules/").at(-1), version } = packages[place] ?? {};
      return `${name}@${version}`;
    }),
  );
  const components = bill.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const refs = new Set([bill.metadata.component["bom-ref"], ...components.map((one) => one["bom-ref"])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter((ref) => refs.has(ref)) }));
  return { ...bill, components, dependencies };
}
