import type { AuthorityProblem, Delegation } from "../../shared/domain/authority-problem.js";

export const noRetry = "Retrying does not help.";

/** Services of the authority by its own names: `the service "a"`, `the services "a" and "b"`. */
export const named = (services: readonly string[]): string =>
  `the service${services.length === 1 ? "" : "s"} ${services.map((service) => `"${service}"`).join(" and ")}`;

/** What to do when the certificate may not use a service of the authority. Source: api/README.md, "Errors", note 4. */
export function delegationHint({ services, delegation }: Pick<AuthorityProblem, "services" | "delegation">): string {
  if (delegation?.operator) return operatorHint(services, delegation, delegation.operator);
  const those = services.length === 1 ? "that service" : "those services";
  return `The certificate is not authorized for ${named(services)} of the tax authority: in the authority's portal, associate the certificate's alias with ${those}. ${noRetry}`;
}

/** The names under which a person finds the services in the portal. Source: issuer/authority/README.md, section 15.2. */
const portalNames: Record<string, string> = {
  wsfe: "Facturación Electrónica",
  ws_sr_constancia_inscripcion: "Consulta de constancia de inscripción",
  ws_sr_padron_a13: "Consulta de padrón alcance 13",
  wsfecred: "Web Service Registro de Facturas de Crédito Electrónica MiPyMEs",
};

/** Who has to delegate what to whom. In homologation nobody is asked for consent, so the operator does it alone. */
function operatorHint(
  services: string[],
  { production, taxId, lacks, pendingUntil }: Delegation,
  { taxId: operator, alias }: NonNullable<Delegation["operator"]>,
): string {
  if (lacks !== "company" || pendingUntil === undefined)
    return `The operator's certificate "${alias}" of ${operator} is not authorized for ${named(services)} of the tax authority: the operator associates its alias with that service in the authority's portal, and the company has nothing to do. ${noRetry}`;
  const name = portalNames[services[0] ?? ""] ?? services.join(", ");
  return production
    ? `The operator's certificate "${alias}" of ${operator} may not act for ${taxId} in ${named(services)} of the tax authority. In the authority's portal the company opens "Administrador de Relaciones de Clave Fiscal", "Nueva Relación", and names ${operator} as its representative for "${name}"; then the operator accepts that, and passes it on to "${alias}" as Computador Fiscal. ${noRetry} Once it is done, the next access ticket shows it, at ${pendingUntil} at the earliest.`
    : `The operator's certificate "${alias}" of ${operator} may not act for ${taxId} in ${named(services)} of the tax authority. In WSASS the operator chooses "Crear autorización a servicio", with ${taxId} as the represented tax id; the company has nothing to do. ${noRetry} Once it is done, the next access ticket shows it, at ${pendingUntil} at the earliest.`;
}
