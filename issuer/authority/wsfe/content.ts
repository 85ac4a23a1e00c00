import { cleanText, plainText } from "../../../shared/domain/clean-text.js";
import { Decimal } from "../../../shared/domain/money.js";
import type { Part } from "../xml.js";

/** The elements that the schema declares as text. All others are numbers. Source: wsfev1 WSDL. */
const textElements = new Set(
  "CbteFch FchServDesde FchServHasta FchVtoPago MonId CanMisMonExt Desc Valor FchDesde FchHasta EmisionTipo".split(" "),
);

/** The elements by which we sort the rows of a list. The order of the authority's rows has no meaning. */
const rowKeys: Record<string, readonly string[]> = {
  CbteAsoc: ["Tipo", "PtoVta", "Nro", "Cuit"],
  Tributo: ["Id", "BaseImp", "Alic", "Importe", "Desc"],
  AlicIva: ["Id", "BaseImp", "Importe"],
  Opcional: ["Id", "Valor"],
  Comprador: ["DocTipo", "DocNro", "Porcentaje"],
  Actividad: ["Id"],
};

/** Fields of a voucher by path, as `toContent` gives them. */
export type VoucherContent = Record<string, string>;

/**
 * The fields of a voucher by path ("Iva.AlicIva.0.BaseImp"), in a canonical form for comparison: numbers without needless zeros,
 * lists in a fixed order, no empty elements.
 */
export function toContent(elements: readonly Part[]): VoucherContent {
  const content: VoucherContent = {};
  flatten(elements, "", content);
  return content;
}

function flatten(elements: readonly Part[], prefix: string, content: VoucherContent): void {
  const seen = new Set<string>();
  for (const [name, value] of elements) {
    if (seen.has(name)) continue;
    seen.add(name);
    const same = elements.filter((element) => element[0] === name);
    const keys = rowKeys[name];
    if (keys) {
      const rows = same.map(([, row]) => toContent(typeof row === "string" ? [] : row));
      rows.sort((a, b) => compareRows(a, b, keys));
      rows.forEach((row, index) => {
        for (const [field, text] of Object.entries(row)) content[`${prefix}${name}.${index}.${field}`] = text;
      });
    } else if (same.length > 1) {
      content[`${prefix}${name}`] = `given ${same.length} times`;
    } else if (typeof value === "string") {
      const text = canonical(name, value);
      if (text !== "") content[prefix + name] = text;
    } else {
      flatten(value, `${prefix}${name}.`, content);
    }
  }
}

/** Texts by their letters alone first, because the authority may restate them without accents: then the rows still stand side by side. */
function compareRows(a: VoucherContent, b: VoucherContent, keys: readonly string[]): number {
  for (const form of [plainText, (text: string) => text])
    for (const key of keys) {
      const [left, right] = [form(a[key] ?? ""), form(b[key] ?? "")];
      if (left !== right) return left < right ? -1 : 1;
    }
  return 0;
}

/** A double as XML writes it. The bounds keep a large exponent from making a huge text. */
const plainNumber = /^[+-]?(?:\d{1,25}(?:\.\d{0,25})?|\.\d{1,25})(?:[eE][+-]?\d{1,2})?$/;

function canonical(name: string, value: string): string {
  const text = cleanText(value);
  if (textElements.has(name) || !plainNumber.test(text)) return text;
  const number = new Decimal(text);
  return number.isZero() ? "0" : number.toFixed();
}
