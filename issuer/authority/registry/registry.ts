import type { RegistryPerson } from "../../../shared/domain/registry-person.js";
import { asAsker } from "../as-asker.js";
import { endpointsOf } from "../endpoints.js";
import { findElement, findInteger, findText, type XmlElement } from "../read-xml.js";
import { askWithTicket } from "../wsaa/ask-with-ticket.js";
import type { Credentials } from "../wsaa/credentials.js";
import type { AuthorityOptions } from "../wsfe/client.js";
import { mergeRegistries, type PersonOutcome, type RegistryAnswer, suffices } from "./merge-registries.js";
import { readPersonA5 } from "./person-a5.js";
import { readAddress } from "./registry-address.js";
import { type LookUpOutcome, lookUp, type Registry, registryA5, registryA13 } from "./registry-call.js";
import { readIdentity } from "./registry-identity.js";

/** Asks one registry for one person, with that registry's own ticket. Never rejects. */
export const askRegistry = (
  { endpoints, transport, tickets }: AuthorityOptions,
  credentials: Credentials,
  registry: Registry,
  operation: string,
  taxId: string,
): Promise<LookUpOutcome> =>
  askWithTicket(
    tickets,
    credentials,
    registry.service,
    (ticket, acting) => {
      const url = registry.urlOf(endpointsOf(endpoints, credentials.production));
      return lookUp(transport, url, registry, operation, acting, ticket, taxId);
    },
    asAsker,
  );

/**
 * Looks up a tax id. A5 gives the taxes; A13 adds what A5 lacks about people who pay none.
 * Never rejects. Source: issuer/authority/README.md, sections 6.1 and 6.8.
 */
export async function findPerson(
  authority: AuthorityOptions,
  credentials: Credentials,
  taxId: string,
): Promise<PersonOutcome> {
  const asked = await askRegistry(authority, credentials, registryA5, "getPersona_v2", taxId);
  const taxes = toTold(asked, taxId, readPersonA5);
  return mergeRegistries(taxes, suffices(taxes) ? undefined : await findIdentity(authority, credentials, taxId));
}

/** Finds a person in A13. Its newer operation also answers for tax ids that are no longer in use. */
async function findIdentity(
  authority: AuthorityOptions,
  credentials: Credentials,
  taxId: string,
): Promise<RegistryAnswer> {
  const ask = (operation: string) => askRegistry(authority, credentials, registryA13, operation, taxId);
  const first = await ask("getPersona");
  if (first.outcome !== "inactive") return toTold(first, taxId, readPersonA13);
  const second = await ask("getPersonaV2");
  return toTold(second.outcome === "absent" ? first : second, taxId, readPersonA13);
}

function toTold(asked: LookUpOutcome, taxId: string, read: typeof readPersonA13): RegistryAnswer {
  if (asked.outcome === "found") return { outcome: "found", person: read(asked.person, taxId) };
  return asked.outcome === "inactive" ? { outcome: "found", person: inactivePerson(taxId) } : asked;
}

const inactivePerson = (taxId: string): RegistryPerson => ({
  taxId,
  docType: null,
  kind: null,
  name: null,
  taxCondition: null,
  stateId: null,
  address: null,
  isActive: false,
  activities: [],
});

/** Reads A13's personaReturn. It has identity and addresses, but no taxes. Source: issuer/authority/README.md, section 6.3. */
export function readPersonA13(found: XmlElement, taxId: string): RegistryPerson {
  const person = findElement(found, "persona");
  const addresses = person?.children.get("domicilio") ?? [];
  const fiscal = addresses.find((address) => findText(address, "tipoDomicilio") === "FISCAL") ?? addresses[0];
  const activityId = findInteger(person, "idActividadPrincipal");
  return {
    ...readIdentity(person, taxId),
    ...readAddress(fiscal, "codigoPostal"),
    taxCondition: null,
    activities:
      activityId === undefined
        ? []
        : [{ id: activityId, description: findText(person, "descripcionActividadPrincipal") ?? "" }],
  };
}
