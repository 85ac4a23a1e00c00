import type { RegistryPerson } from "../../../shared/domain/registry-person.js";
import { findElement, findInteger, findText, type XmlElement } from "../read-xml.js";
import { readAddress } from "./registry-address.js";
import { readIdentity } from "./registry-identity.js";

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
