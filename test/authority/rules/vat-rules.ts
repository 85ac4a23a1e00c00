import { Decimal, sumOf } from "../decimal.js";
import type { VatRow } from "../declared-voucher.js";
import type { Settings } from "../settings.js";
import { vatIds } from "../tables.js";
import { hasFreeVat } from "../voucher-class.js";
import { type Finding, type Rule, when } from "./finding.js";
import { matches } from "./tolerance.js";

const rates = new Map([
  [3, "0"],
  [4, "0.105"],
  [5, "0.21"],
  [6, "0.27"],
  [8, "0.05"],
  [9, "0.025"],
]);

function fitsItsRate({ Id, BaseImp, Importe }: VatRow, check: Settings["vatCheck"]): boolean {
  const expected = new Decimal(BaseImp).times(rates.get(Id) ?? 0);
  return matches(Importe, check === "cents-first" ? expected.toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN) : expected);
}

function rowRules(rows: VatRow[], free: boolean): Finding[] {
  const ids = rows.map(({ Id }) => Id);
  const isKnown = (id: number) => vatIds.has(String(id)) || (free && id === 0);
  const hasBase = ({ BaseImp }: VatRow) => (free ? new Decimal(BaseImp).gte(0) : new Decimal(BaseImp).gt(0));
  return [
    ...when(
      !ids.every(isKnown),
      10019,
      "El campo Id en AlicIVA es obligatorio y debe ser alguno de los devueltos por el metodo FEParamGetTiposIva.",
    ),
    ...when(!rows.every(hasBase), 10020, "El  campo  BaseImp  en AlicIVA es obligatorio  y debe ser mayor a 0 cero."),
    ...when(
      rows.some(({ Importe }) => new Decimal(Importe).lt(0)),
      10021,
      "El campo Importe en AlicIVA es obligatorio y debe ser mayor o igual a cero (0).",
    ),
    ...when(new Set(ids).size < ids.length, 10022, "El campo Id en AlicIVA no debe repetirse, totalizar por alicuota."),
  ];
}

/** Source: issuer/authority/README.md, section 4.3. */
export const vatRules: Rule = ({ voucher, voucherClass, type, settings }) => {
  const { Iva: rows, ImpIVA, ImpNeto } = voucher;
  if (voucherClass === "C")
    return when(rows !== undefined, 10071, "Para comprobantes tipo C el objeto IVA no debe informarse.");

  const vat = new Decimal(ImpIVA);
  const isEmpty = rows !== undefined && rows.length === 0;
  const free = hasFreeVat(type);
  const findings = [
    ...when(
      vat.isZero() && (isEmpty || (rows ?? []).some(({ Id }) => Id !== 3)),
      10018,
      "Si ImpIva es igual a 0 el objeto Iva y AlicIva son obligatorios. Id iva = 3 (iva 0)",
    ),
    ...when(
      vat.gt(0) && (rows ?? []).length === 0,
      10018,
      "Si ImpIva es mayor a 0 el objeto Iva y AlicIva son obligatorios.",
    ),
    ...when(
      new Decimal(ImpNeto).gt(0) && rows === undefined,
      10070,
      "Si ImpNeto es mayor a 0 el objeto IVA es obligatorio.",
    ),
  ];
  if (rows === undefined || isEmpty) return findings;

  return [
    ...findings,
    ...rowRules(rows, free),
    ...when(
      !matches(vat, sumOf(rows.map(({ Importe }) => Importe)), rows.length),
      10023,
      "La suma de los campos Importe en IVA debe ser igual al valor ingresado en ImpIVA.",
    ),
    ...when(
      !free && settings.vatCheck !== "off" && !rows.every((row) => fitsItsRate(row, settings.vatCheck)),
      10051,
      "Los importes informados en AlicIVA no se corresponden con los porcentajes.",
    ),
    ...when(
      !free && !matches(ImpNeto, sumOf(rows.map(({ BaseImp }) => BaseImp)), rows.length),
      10061,
      "La suma de los campos BaseImp en AlicIva debe ser igual al valor ingresado en ImpNeto.",
    ),
  ];
};
