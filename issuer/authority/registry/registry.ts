import { complete, type RegistryPerson } from "../../../shared/domain/registry-person.js";
import { endpointsOf } from "../endpoints.js";
import { askWithTicket } from "../wsaa/ask-with-ticket.js";
import type { Credentials, Unavailable } from "../wsaa/tickets.js";
import type { AuthorityOptions } from "../wsfe/client.js";
import { readPersonA5 } from "./person-a5.js";
import { readPersonA13 } from "./person-a13.js";
import { type LookUpOutcome, lookUp, type Registry, registryA5, registryA13 } from "./registry-call.js";

export type PersonOutcome = { outcome: "found"; person: RegistryPerson } | { outcome: "absent" } | Unavailable;

/** Asks one registry for one person, with that registry's own ticket. Never rejects. */
export const askRegistry = (
  { endpoints, transport, tickets }: AuthorityOptions,
  credentials: Credentials,
  registry: Registry,
  operation: string,
  taxId: string,
): Promise<LookUpOutcome> =>
  askWithTicket(tickets, credentials, registry.service, (ticket) => {
    const url = registry.urlOf(endpointsOf(endpoints, credentials.production));
    return lookUp(transport, url, registry, operation, credentials, ticket, taxId);
  });

/**
 * Looks up a tax id. A5 gives the taxes; A13 adds what A5 lacks about people who pay none.
 * Never rejects. Source: issuer/authority/README.md, section 6.1.
 */
export async function findPerson(
  authority: AuthorityOptions,
  credentials: Credentials,
  taxId: string,
): Promise<PersonOutcome> {
  const taxes = await askRegistry(authority, credentials, registryA5, "getPersona_v2", taxId);
  if (taxes.outcome === "unavailable") return taxes;
  const known = taxes.outcome === "found" ? readPersonA5(taxes.person, taxId) : undefined;
  if (known?.name && known.address) return { outcome: "found", person: known };

  const identity = await findIdentity(authority, credentials, taxId);
  const person = known ? complete(known, identity) : identity;
  return person ? { outcome: "found", person } : { outcome: "absent" };
}

/** What A13 knows. Undefined when it knows nothing or is unavailable: the important data comes from A5. */
async function findIdentity(
  authority: AuthorityOptions,
  credentials: Credentials,
  taxId: string,
): Promise<RegistryPerson | undefined> {
  const first = await askRegistry(authority, credentials, registryA13, "getPersona", taxId);
  if (first.outcome === "found") return readPersonA13(first.person, taxId);
  if (first.outcome !== "inactive") return undefined;
  // The newer operation also answers for tax ids that are no longer in use.
  const second = await askRegistry(authority, credentials, registryA13, "getPersonaV2", taxId);
  return second.outcome === "found"
    ? readPersonA13(second.person, taxId)
    : { ...unknownPerson(taxId), isActive: false };
}

const unknownPerson = (taxId: string): RegistryPerson => ({
  taxId,
  docType: null,
  kind: null,
  name: null,
  taxCondition: null,
  stateId: null,
  address: null,
  isActive: null,
  activities: [],
});
