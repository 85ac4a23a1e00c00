import type { Component } from "./licences.js";

/** A CycloneDX document, as `npm sbom` writes it. */
export interface SoftwareBill {
  metadata: { component: { "bom-ref": string } };
  components: (Component & { "bom-ref": string })[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** package-lock.json: each place in node_modules with what is there. */
export interface Lock {
  packages: Record<
    string,
    { name?: string; version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean }
  >;
}

/**
 * The document without what `npm prune --omit=dev --omit=optional` removes. `npm sbom --omit` cannot be used: it also leaves out
 * packages that ship, when a package of development needs them too.
 */
export function onlyShipped(bill: SoftwareBill, { packages }: Lock): SoftwareBill {
  const shipped = new Set(
    Object.entries(packages)
      .filter(([place, { dev, optional, devOptional }]) => place !== "" && !dev && !optional && !devOptional)
      .map(([place, { name = place.split("node_modules/").at(-1), version }]) => `${name}@${version}`),
  );
  const components = bill.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const refs = new Set([bill.metadata.component["bom-ref"], ...components.map((one) => one["bom-ref"])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter((ref) => refs.has(ref)) }));
  return { ...bill, components, dependencies };
}
