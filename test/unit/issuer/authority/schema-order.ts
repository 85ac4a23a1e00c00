import { expect } from "vitest";
import type { Part } from "../../../../issuer/authority/xml.js";

/** FEDetRequest and its rows, as the wsfev1 WSDL orders them. */
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

/** Every element once, where the schema has it; no container is empty, and no text. */
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
