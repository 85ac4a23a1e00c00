import type { RegisteredActivity, RegistryPerson } from "../../../shared/domain/registry-person.js";
import { findElement, findInteger, findText, type XmlElement } from "../read-xml.js";
import { readAddress } from "./registry-address.js";
import { readIdentity, readName } from "./registry-identity.js";
import { deriveTaxCondition, type RegisteredTax } from "./tax-condition.js";

/** Reads A5's personaReturn. It may hold both data and error blocks. Source: issuer/authority/README.md, sections 6.3 and 6.5. */
export function readPersonA5(found: XmlElement, taxId: string): RegistryPerson {
  const general = findElement(found, "datosGenerales");
  const identity = readIdentity(general, taxId);
  const regimes = [findElement(found, "datosRegimenGeneral"), findElement(found, "datosMonotributo")];
  const isWhole =
    general !== undefined &&
    !["errorConstancia", "errorRegimenGeneral", "errorMonotributo"].some((name) => found.children.has(name));
  return {
    ...identity,
    name: identity.name ?? readName(findElement(found, "errorConstancia")),
    ...readAddress(findElement(general, "domicilioFiscal"), "codPostal"),
    taxCondition: deriveTaxCondition({
      taxes: regimes.flatMap((regime) => (regime?.children.get("impuesto") ?? []).flatMap(readTax)),
      hasMonotributoCategory: findElement(regimes[1], "categoriaMonotributo") !== undefined,
      isNatural: identity.kind === "natural",
      isWhole,
    }),
    activities: readActivities(regimes),
  };
}

/** Older answers have no state. Then every listed tax is in force. */
function readTax(element: XmlElement): RegisteredTax[] {
  const id = findInteger(element, "idImpuesto");
  const state = findText(element, "estadoImpuesto");
  return id === undefined ? [] : [{ id, isActive: state === undefined || state === "AC" || state === "ACTIVO" }];
}

function readActivities(regimes: (XmlElement | undefined)[]): RegisteredActivity[] {
  const elements = regimes.flatMap((regime) =>
    ["actividad", "actividadMonotributista"].flatMap((name) => regime?.children.get(name) ?? []),
  );
  const sorted = elements
    .map((element) => ({ element, order: findInteger(element, "orden") ?? Number.MAX_SAFE_INTEGER }))
    .sort((one, other) => one.order - other.order);
  const activities = new Map<number, RegisteredActivity>();
  for (const { element } of sorted) {
    const id = findInteger(element, "idActividad");
    if (id !== undefined && !activities.has(id))
      activities.set(id, { id, description: findText(element, "descripcionActividad") ?? "" });
  }
  return [...activities.values()];
}
