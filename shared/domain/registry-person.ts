/** A person or company in the tax authority's registry. Null means that the registry does not say. */
export interface RegistryPerson {
  taxId: string;
  /** 80 CUIT, 86 CUIL, 87 CDI. */
  docType: number | null;
  kind: "natural" | "legal" | null;
  name: string | null;
  /** Usable as the customer's taxType. */
  taxCondition: number | null;
  /** Usable as the customer's stateId. */
  stateId: number | null;
  /** Street, city and postal code in one line. */
  address: string | null;
  isActive: boolean | null;
  activities: RegisteredActivity[];
}

export interface RegisteredActivity {
  id: number;
  description: string;
}

/** Fills the gaps of the first person with data of the second. */
export function complete(person: RegistryPerson, other: RegistryPerson): RegistryPerson {
  // The province belongs to the address, so both come from the same source.
  const addressed = person.address === null ? other : person;
  return {
    taxId: person.taxId,
    docType: person.docType ?? other.docType,
    kind: person.kind ?? other.kind,
    name: person.name ?? other.name,
    taxCondition: person.taxCondition ?? other.taxCondition,
    stateId: addressed.stateId,
    address: addressed.address,
    isActive: person.isActive ?? other.isActive,
    activities: person.activities.length > 0 ? person.activities : other.activities,
  };
}
