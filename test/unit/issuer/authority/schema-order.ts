import { expect } from "vitest";
import type { Part } from "../../../../issuer/authority/xml.js";

/** The elements of FEDetRequest and its rows in the order of the wsfev1 WSDL. */
const schemaOrder: Record<string, string[]> = {
  FECAEDetRequest: (
    "Concepto DocTipo DocNro CbteDesde CbteHasta CbteFch ImpTotal ImpTotConc ImpNeto ImpOpEx ImpTrib ImpIVA FchServDesde " +
    "FchServHasta FchVtoPago MonId MonCotiz CanMisMonExt CondicionIVAReceptorId CbtesAsoc Tributos Iva Opcionales " +
    "Compradores PeriodoAsoc Actividades"
  ).split(" "),
  CbteAsoc: ["Tipo", "PtoVta", "Nro", "Cuit", "CbteFch"],
  Tributo: ["Id", "Desc", "BaseImp", "Alic", "Importe"],
  AlicIva: ["Id", "BaseImp", "Importe"],
};

/** Expects each element at most once, in the schema's order, with no empty container or text. */
export function expectSchemaOrder(name: string, parts: readonly Part[]): void {
  expect(parts).not.toHaveLength(0);
  const order = schemaOrder[name];
  if (order) {
    const names = parts.map(([child]) => child);
    expect(names).toEqual(order.filter((child) => names.includes(child)));
  }
  for (const [child, content] of parts)
    if (typeof content === "string") expect(content).not.toBe("");
    else expectSchemaOrder(child, content);
}
