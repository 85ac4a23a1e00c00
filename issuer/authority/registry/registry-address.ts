import { findInteger, findText, type XmlElement } from "../read-xml.js";

/** The address in one line, and its province: a code from 0 to 24, except 15. Source: issuer/authority/README.md, section 6.6. */
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
