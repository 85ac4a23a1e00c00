const services = {
  WSAA: "/ws/services/LoginCms",
  WSFE: "/wsfev1/service.asmx",
  PADRON_A5: "/sr-padron/webservices/personaServiceA5",
  PADRON_A13: "/sr-padron/webservices/personaServiceA13",
  FECRED: "/wsfecred/FECredService",
};

/** The ten TAXAUTH_*_URL variables that point to a simulator. */
export const authorityVariables = (url: string): Record<string, string> =>
  Object.fromEntries(
    ["homologation", "production"].flatMap((environment) =>
      Object.entries(services).map(([service, path]) => [
        `TAXAUTH_${environment.toUpperCase()}_${service}_URL`,
        `${url}/${environment}${path}`,
      ]),
    ),
  );

/**
 * Whether `given` has the URL of every service of the authority, so that no simulator is needed. Older settings lack the registry
 * of credit invoices.
 */
export const isAuthorityGiven = (given: Record<string, string>): boolean =>
  Object.keys(authorityVariables("")).every((name) => name.endsWith("_FECRED_URL") || given[name] !== undefined);
