import { Decimal } from "./decimal.js";
import { childOf, childrenOf, textOf, type XmlElement } from "./xml-element.js";

export type AssociatedVoucher = {
  Tipo: number;
  PtoVta: number;
  Nro: number;
  Cuit?: string | undefined;
  CbteFch?: string | undefined;
};
export type Tribute = { Id: number; Desc?: string | undefined; BaseImp: string; Alic: string; Importe: string };
export type VatRow = { Id: number; BaseImp: string; Importe: string };

/** One FECAEDetRequest. Amounts are decimal strings without trailing zeros; an absent number is 0. */
export type DeclaredVoucher = {
  Concepto: number;
  DocTipo: number;
  DocNro: number;
  CbteDesde: number;
  CbteHasta: number;
  CbteFch?: string | undefined;
  ImpTotal: string;
  ImpTotConc: string;
  ImpNeto: string;
  ImpOpEx: string;
  ImpTrib: string;
  ImpIVA: string;
  FchServDesde?: string | undefined;
  FchServHasta?: string | undefined;
  FchVtoPago?: string | undefined;
  MonId?: string | undefined;
  MonCotiz?: string | undefined;
  CanMisMonExt?: string | undefined;
  CondicionIVAReceptorId: number;
  CbtesAsoc?: AssociatedVoucher[] | undefined;
  Tributos?: Tribute[] | undefined;
  Iva?: VatRow[] | undefined;
  Opcionales?: { Id: string; Valor: string }[] | undefined;
  Compradores?: { DocTipo: number; DocNro: number; Porcentaje: string }[] | undefined;
  PeriodoAsoc?: { FchDesde: string; FchHasta: string } | undefined;
  Actividades?: { Id: number }[] | undefined;
};

/** A number that .NET cannot parse makes the whole request fail. Source: issuer/authority/README.md, section 2.2. */
export class RequestFormatError extends Error {}

/** Accepts leading zeros; an absent element gives 0. @throws RequestFormatError */
export function readInteger(parent: XmlElement | undefined, name: string): number {
  const text = textOf(parent, name);
  if (text === undefined) return 0;
  if (!/^[+-]?\d+$/.test(text)) throw new RequestFormatError(name);
  return Number(text);
}

function readDouble(parent: XmlElement, name: string): string | undefined {
  const text = textOf(parent, name);
  if (text === undefined) return undefined;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) throw new RequestFormatError(name);
  return new Decimal(text).toFixed();
}

const readAmount = (parent: XmlElement, name: string) => readDouble(parent, name) ?? "0";

function readRows<Row>(
  parent: XmlElement,
  container: string,
  item: string,
  read: (row: XmlElement) => Row,
): Row[] | undefined {
  const element = childOf(parent, container);
  return element && childrenOf(element, item).map(read);
}

/** @throws RequestFormatError */
export function readDeclaredVoucher(detail: XmlElement): DeclaredVoucher {
  const period = childOf(detail, "PeriodoAsoc");
  return {
    Concepto: readInteger(detail, "Concepto"),
    DocTipo: readInteger(detail, "DocTipo"),
    DocNro: readInteger(detail, "DocNro"),
    CbteDesde: readInteger(detail, "CbteDesde"),
    CbteHasta: readInteger(detail, "CbteHasta"),
    CbteFch: textOf(detail, "CbteFch") || undefined,
    ImpTotal: readAmount(detail, "ImpTotal"),
    ImpTotConc: readAmount(detail, "ImpTotConc"),
    ImpNeto: readAmount(detail, "ImpNeto"),
    ImpOpEx: readAmount(detail, "ImpOpEx"),
    ImpTrib: readAmount(detail, "ImpTrib"),
    ImpIVA: readAmount(detail, "ImpIVA"),
    FchServDesde: textOf(detail, "FchServDesde") || undefined,
    FchServHasta: textOf(detail, "FchServHasta") || undefined,
    FchVtoPago: textOf(detail, "FchVtoPago") || undefined,
    MonId: textOf(detail, "MonId") || undefined,
    MonCotiz: readDouble(detail, "MonCotiz"),
    CanMisMonExt: textOf(detail, "CanMisMonExt"),
    CondicionIVAReceptorId: readInteger(detail, "CondicionIVAReceptorId"),
    CbtesAsoc: readRows(detail, "CbtesAsoc", "CbteAsoc", (row) => ({
      Tipo: readInteger(row, "Tipo"),
      PtoVta: readInteger(row, "PtoVta"),
      Nro: readInteger(row, "Nro"),
      Cuit: textOf(row, "Cuit"),
      CbteFch: textOf(row, "CbteFch"),
    })),
    Tributos: readRows(detail, "Tributos", "Tributo", (row) => ({
      Id: readInteger(row, "Id"),
      Desc: childOf(row, "Desc")?.text,
      BaseImp: readAmount(row, "BaseImp"),
      Alic: readAmount(row, "Alic"),
      Importe: readAmount(row, "Importe"),
    })),
    Iva: readRows(detail, "Iva", "AlicIva", (row) => ({
      Id: readInteger(row, "Id"),
      BaseImp: readAmount(row, "BaseImp"),
      Importe: readAmount(row, "Importe"),
    })),
    Opcionales: readRows(detail, "Opcionales", "Opcional", (row) => ({
      Id: textOf(row, "Id") ?? "",
      Valor: childOf(row, "Valor")?.text ?? "",
    })),
    Compradores: readRows(detail, "Compradores", "Comprador", (row) => ({
      DocTipo: readInteger(row, "DocTipo"),
      DocNro: readInteger(row, "DocNro"),
      Porcentaje: readAmount(row, "Porcentaje"),
    })),
    PeriodoAsoc: period && { FchDesde: textOf(period, "FchDesde") ?? "", FchHasta: textOf(period, "FchHasta") ?? "" },
    Actividades: readRows(detail, "Actividades", "Actividad", (row) => ({ Id: readInteger(row, "Id") })),
  };
}
