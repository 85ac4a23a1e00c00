import type { AuthorityProblem, Delegation } from "../../shared/domain/authority-problem.js";
import { inOne, type LocalizedText } from "../../shared/domain/localized-text.js";
import { cuit, instant } from "../../shared/domain/spanish.js";

export const noRetry: LocalizedText = { en: "Retrying does not help.", es: "Reintentar no sirve." };

/** Services of the authority by its own names: `the service "a"`, `the services "a" and "b"`. */
export const named = (services: readonly string[]): string =>
  `the service${services.length === 1 ? "" : "s"} ${services.map((service) => `"${service}"`).join(" and ")}`;

/** Remedy when the certificate may not use a service of the authority. Source: api/README.md, "Errors", note 4. */
export function delegationHint({
  services,
  delegation,
}: Pick<AuthorityProblem, "services" | "delegation">): LocalizedText {
  if (delegation?.operator) return operatorHint(services, delegation, delegation.operator);
  const those = services.length === 1 ? "that service" : "those services";
  return inOne([
    {
      en: `The certificate is not authorized for ${named(services)} of the tax authority: in the authority's portal, associate the certificate's alias with ${those}.`,
      es: `El certificado no está autorizado para ${services.join(" y ")}: en ARCA, asociá el alias del certificado a ese servicio.`,
    },
    noRetry,
  ]);
}

/** The names under which a person finds the services in the portal. Source: issuer/authority/README.md, section 15.2. */
const portalNames: Record<string, string> = {
  wsfe: "Facturación Electrónica",
  ws_sr_constancia_inscripcion: "Consulta de constancia de inscripción",
  ws_sr_padron_a13: "Consulta de padrón alcance 13",
  wsfecred: "Web Service Registro de Facturas de Crédito Electrónica MiPyMEs",
};

/** Hint of who has to delegate what to whom. In homologation nobody is asked for consent, so the operator does it alone. */
function operatorHint(
  services: string[],
  { production, taxId, lacks, pendingUntil }: Delegation,
  { taxId: operator, alias }: NonNullable<Delegation["operator"]>,
): LocalizedText {
  const these = services.join(" y ");
  if (lacks !== "company" || pendingUntil === undefined)
    return inOne([
      {
        en: `The operator's certificate "${alias}" of ${operator} is not authorized for ${named(services)} of the tax authority: the operator associates its alias with that service in the authority's portal, and the company has nothing to do.`,
        es: `El certificado ${alias} de quien opera el servicio no está autorizado para ${these}: avisale. La empresa no tiene nada que hacer en ARCA.`,
      },
      noRetry,
    ]);
  const name = portalNames[services[0] ?? ""] ?? services.join(", ");
  const lacking = `The operator's certificate "${alias}" of ${operator} may not act for ${taxId} in ${named(services)} of the tax authority.`;
  const then = `${noRetry.en} Once it is done, the next access ticket shows it, at ${pendingUntil} at the earliest.`;
  const soonest = `Reintentar no sirve hasta entonces; se va a ver desde el ${instant(pendingUntil)}.`;
  return production
    ? {
        en: `${lacking} In the authority's portal the company opens "Administrador de Relaciones de Clave Fiscal", "Nueva Relación", and names ${operator} as its representative for "${name}"; then the operator accepts that, and passes it on to "${alias}" as Computador Fiscal. ${then}`,
        es: `Falta delegar ${these}: en ARCA, abrí Administrador de Relaciones de Clave Fiscal, Nueva Relación, y en ${name} poné como representante a ${cuit(operator)}. Después la acepta quien opera el servicio. ${soonest}`,
      }
    : {
        en: `${lacking} In WSASS the operator chooses "Crear autorización a servicio", with ${taxId} as the represented tax id; the company has nothing to do. ${then}`,
        es: `Quien opera el servicio todavía no se autorizó en ARCA (WSASS) para ${these} de ${cuit(taxId)}: avisale. La empresa no tiene nada que hacer. ${soonest}`,
      };
}
