import { Decimal, sumOf } from "../decimal.js";
import { findPerson, isMonotributista, isVatRegistered } from "../registry.js";
import { isTaxId } from "../tax-id.js";
import { isCreditInvoice } from "../voucher-class.js";
import { type Rule, when } from "./finding.js";

const taxIdTypes = [80, 86, 87];

/** Several buyers. That credit invoices have none is their own rule (10194). Source: issuer/authority/README.md, section 17.4. */
export const buyerRules: Rule = ({ voucher, type, voucherClass, cuit }) => {
  const { Compradores: rows, DocTipo, DocNro, Concepto } = voucher;
  if (rows === undefined || isCreditInvoice(type)) return [];
  if (rows.length === 0) return when(true, 10133, "Si informa Compradores es obligatorio informar Comprador.");
  const names = rows.map((row) => `${row.DocTipo} ${row.DocNro}`);
  const shares = rows.map(({ Porcentaje }) => new Decimal(Porcentaje));
  const receiver = names.indexOf(`${DocTipo} ${DocNro}`);
  const isShare = (share: Decimal) => share.lt(100) && share.decimalPlaces() <= 2;
  const isUnknown = (id: string) => !isTaxId(id) || findPerson(id)?.active === false;
  const ids = rows.map((row) => String(row.DocNro));
  const isOutside = (id: string) => findPerson(id) !== undefined && !isVatRegistered(id) && !isMonotributista(id);
  return [
    ...when(
      !["A", "B", "C"].includes(voucherClass ?? ""),
      10134,
      "Compradores se encuentra habilitado para comprobantes A, B, C o M.",
    ),
    ...when(
      rows.some((row) => row.DocTipo === 0),
      10135,
      "El tipo de documento del comprador es obligatorio.",
    ),
    ...when(!taxIdTypes.includes(DocTipo), 10136, "Solo informar Compradores con receptor 80, 86 u 87."),
    ...when(!rows.every((row) => taxIdTypes.includes(row.DocTipo)), 10137, "El comprador debe ser 80, 86 u 87."),
    ...when(
      rows.some((row) => row.DocNro === 0),
      10138,
      "El numero de documento del comprador es obligatorio.",
    ),
    ...when(!ids.every((id) => /^\d{11}$/.test(id)), 10139, "El documento del comprador debe tener 11 digitos."),
    ...when(ids.includes(cuit), 10140, "El comprador no puede ser el emisor."),
    ...when(new Set(names).size < names.length, 10141, "Los compradores no pueden repetirse."),
    ...when(
      shares.some((share) => share.isZero()),
      10142,
      "El porcentaje del comprador es obligatorio.",
    ),
    ...when(!shares.every(isShare), 10143, "El porcentaje debe tener 2 enteros y 2 decimales."),
    ...when(!shares.every((share) => share.gt(0)), 10144, "El porcentaje debe ser mayor a cero."),
    ...when(
      rows.length < 2 || receiver === -1,
      10145,
      "Los compradores deben ser al menos 2, uno de ellos el receptor.",
    ),
    ...when(
      receiver !== -1 && shares.some((share) => share.gt(shares[receiver] ?? 0)),
      10146,
      "El comprador de mayor porcentaje debe ser el receptor.",
    ),
    ...when(
      !sumOf(rows.map(({ Porcentaje }) => Porcentaje)).eq(100),
      10147,
      "La suma de los porcentajes debe ser 100.",
    ),
    ...when(
      ids.some((id) => /^\d{11}$/.test(id) && isUnknown(id)),
      10148,
      "Los compradores deben encontrarse activos en el padron.",
    ),
    ...when(
      voucherClass === "A" && ids.every(isOutside),
      10149,
      "Al menos un comprador debe estar activo en IVA o Monotributo.",
    ),
    ...when(Concepto !== 1, 10150, "Solo informar Compradores cuando el concepto es 1 - Producto."),
  ];
};
