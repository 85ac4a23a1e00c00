import { Decimal, sumOf } from "../decimal.js";
import type { Tribute } from "../declared-voucher.js";
import { tributeIds } from "../tables.js";
import { isCreditInvoice } from "../voucher-class.js";
import { type Rule, when } from "./finding.js";
import { matches } from "./tolerance.js";

/** Source: issuer/authority/README.md, sections 4.4 and 12.4. Amounts are not checked against their rates. */
export const tributeRules: Rule = ({ voucher, type }) => {
  const { ImpTrib, Tributos: rows } = voucher;
  if (!new Decimal(ImpTrib).gt(0))
    return when(rows !== undefined, 10024, "Si ImpTrib es igual a 0 el objeto Tributos y Tributo no deben informarse.");
  if (rows === undefined || rows.length === 0)
    return when(true, 10024, "Si ImpTrib es mayor a 0 el objeto Tributos y Tributo son obligatorios.");

  const negative = (field: "BaseImp" | "Alic" | "Importe") =>
    rows.some((row: Tribute) => new Decimal(row[field]).lt(0));
  return [
    ...when(
      !rows.every(({ Id }) => tributeIds.has(String(Id))),
      10025,
      "El campo Id en Tributo debe ser alguno de los devueltos por el metodo FEParamGetTiposTributos.",
    ),
    ...when(negative("BaseImp"), 10026, "El campo BaseImp en Tributo debe ser mayor o igual a cero (0)."),
    ...when(negative("Alic"), 10027, "El campo Alic en Tributo debe ser mayor o igual a cero (0)."),
    ...when(negative("Importe"), 10028, "El campo Importe en Tributo debe ser mayor o igual a cero (0)."),
    ...when(
      !matches(ImpTrib, sumOf(rows.map(({ Importe }) => Importe)), rows.length),
      10029,
      "La suma de los campos Importe en Tributos debe ser igual al valor ingresado en ImpTrib.",
    ),
    ...when(
      rows.some(({ Id, Desc }) => (Id === 99 || isCreditInvoice(type)) && !Desc?.trim()),
      10042,
      "El campo Desc en Tributo es obligatorio cuando Id es igual a 99 y en las Facturas de Credito.",
    ),
  ];
};
