export const noRetry = "Retrying does not help.";

/** Services of the authority by its own names: `the service "a"`, `the services "a" and "b"`. */
export const named = (services: readonly string[]): string =>
  `the service${services.length === 1 ? "" : "s"} ${services.map((service) => `"${service}"`).join(" and ")}`;

/** What to do when the certificate may not use a service of the authority. Source: api/README.md, "Errors", note 4. */
export function delegationHint(...services: string[]): string {
  const those = services.length === 1 ? "that service" : "those services";
  return `The certificate is not authorized for ${named(services)} of the tax authority: in the authority's portal, associate the certificate's alias with ${those}. ${noRetry}`;
}
