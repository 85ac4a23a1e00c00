import { complete, type RegistryPerson } from "../../../shared/domain/registry-person.js";
import type { TicketUnavailability } from "../wsaa/unavailable.js";

/** Answer of one registry about a tax id. */
export type RegistryAnswer =
  | { outcome: "found"; person: RegistryPerson }
  | { outcome: "absent" }
  | TicketUnavailability;

export type PersonOutcome =
  /** `isPartial`: A13 was needed and did not answer, so what only it knows is missing. */
  { outcome: "found"; person: RegistryPerson; isPartial: boolean } | { outcome: "absent" } | TicketUnavailability;

/** A5's data is enough with a name and an address. Without A5's answer, A13's would not tell the VAT condition. */
export const suffices = (taxes: RegistryAnswer): boolean =>
  taxes.outcome === "unavailable" ||
  (taxes.outcome === "found" && taxes.person.name !== null && taxes.person.address !== null);

/**
 * Merges the answers of both registries. Absent only when both say so. A registry that did not answer is the result, unless the other one
 * told the VAT condition, which is what an issuance needs. Source: issuer/authority/README.md, section 6.8.
 * @param taxes what A5 tells
 * @param identity what A13 tells; not asked for when `taxes` suffices
 */
export function mergeRegistries(taxes: RegistryAnswer, identity: RegistryAnswer | undefined): PersonOutcome {
  if (taxes.outcome === "unavailable") return taxes;
  const whole = { outcome: "found", isPartial: false } as const;
  if (taxes.outcome === "absent")
    return identity?.outcome === "found" ? { ...whole, person: identity.person } : (identity ?? taxes);

  const { person } = taxes;
  switch (identity?.outcome) {
    case "found":
      return { ...whole, person: complete(person, identity.person) };
    case "unavailable":
      return person.taxCondition === null ? identity : { ...taxes, isPartial: true };
    case "absent":
    case undefined:
      return { ...whole, person };
  }
}
