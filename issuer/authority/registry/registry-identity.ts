import type { RegistryPerson } from "../../../shared/domain/registry-person.js";
import { findText, type XmlElement } from "../read-xml.js";

const docTypes: Record<string, number> = { CUIT: 80, CUIL: 86, CDI: 87 };

type Identity = Pick<RegistryPerson, "taxId" | "docType" | "kind" | "name" | "isActive">;

/** Reads the fields that have the same names in both of the authority's registries. */
export function readIdentity(element: XmlElement | undefined, taxId: string): Identity {
  const kind = findText(element, "tipoPersona");
  const status = findText(element, "estadoClave");
  return {
    taxId,
    docType: docTypes[findText(element, "tipoClave") ?? ""] ?? null,
    kind: kind === "FISICA" ? "natural" : kind === "JURIDICA" ? "legal" : null,
    name: readName(element),
    isActive: status === undefined ? null : status === "ACTIVO",
  };
}

/** A company's name, or a person's surname and first names. Null when there is none. */
export function readName(element: XmlElement | undefined): string | null {
  const parts = [findText(element, "apellido"), findText(element, "nombre")].filter(Boolean).join(" ");
  return findText(element, "razonSocial") || parts || null;
}
