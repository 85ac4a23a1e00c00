import { findInteger, findText, type XmlElement } from "../read-xml.js";

/**
 * Reads the address as one line, and the code of its province: 0 to 24, without 15. Any other code counts as none.
 * Source: issuer/authority/README.md, section 6.6.
 */
export function readAddress(
  element: XmlElement | undefined,
  postalCodeName: string,
): { address: string | null; stateId: number | null } {
  const postalCode = findText(element, postalCodeName);
  const parts = [findText(element, "direccion"), findText(element, "localidad"), postalCode && `CP ${postalCode}`];
  const stateId = findInteger(element, "idProvincia");
  const isProvince = stateId !== undefined && stateId <= 24 && stateId !== 15;
  return { address: parts.filter(Boolean).join(", ") || null, stateId: isProvince ? stateId : null };
}
