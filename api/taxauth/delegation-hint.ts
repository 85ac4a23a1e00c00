/** What to do when the certificate may not use a service of the authority. Source: api/README.md, "Errors", note 4. */
export function delegationHint(...services: string[]): string {
  const names = services.map((service) => `"${service}"`).join(" and ");
  const [noun, those] = services.length === 1 ? ["service", "that service"] : ["services", "those services"];
  return `The certificate is not authorized for the tax authority's ${noun} ${names}: in the authority's portal, associate the certificate's alias with ${those}. Retrying does not help.`;
}
