import { Decimal, sumOf } from "../decimal.js";
import { type Rule, when } from "./finding.js";
import { matches } from "./tolerance.js";

const totals = [
  ["ImpTotConc", 10043],
  ["ImpOpEx", 10044],
  ["ImpNeto", 10045],
  ["ImpTrib", 10046],
  ["ImpIVA", 10047],
  ["ImpTotal", 10065],
] as const;

export const isPrecise = (amount: string) => {
  const value = new Decimal(amount);
  return value.decimalPlaces() <= 2 && value.abs().lt("1e13");
};

const zeroForC = {
  ImpTotConc: "El campo ImpTotConc (Importe Total del Concepto) para comprobantes tipo C debe ser igual a cero (0).",
  ImpOpEx: "El campo ImpOpEx (importe exento) para comprobantes tipo C debe ser igual a cero (0).",
  ImpIVA: "El campo ImpIVA (Importe de IVA) para comprobantes tipo C debe ser igual a cero (0).",
} as const;

const sumForC =
  "El campo  'Importe Total' ImpTotal, debe ser igual  a la  suma de ImpNeto + ImpTrib. Donde ImpNeto es igual al Sub Total";
const sumForAB =
  "El campo  'Importe Total' ImpTotal, debe ser igual  a la  suma de ImpTotConc + ImpNeto + ImpOpEx + ImpTrib + ImpIVA.";

/** Source: issuer/authority/README.md, section 4.2. */
export const amountRules: Rule = ({ voucher, voucherClass }) => {
  const { ImpTotal, ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA } = voucher;
  const rows = [...(voucher.Iva ?? []), ...(voucher.Tributos ?? [])].flatMap((row) => [row.BaseImp, row.Importe]);
  const isC = voucherClass === "C";
  const parts = isC ? [ImpNeto, ImpTrib] : [ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA];
  return [
    ...totals.flatMap(([field, code]) =>
      when(new Decimal(voucher[field]).lt(0), code, `El campo ${field} debe ser mayor o igual a cero (0).`),
    ),
    ...when(
      [...totals.map(([field]) => voucher[field]), ...rows].some((amount) => !isPrecise(amount)),
      10056,
      "Los importes deben tener como maximo 13 enteros y 2 decimales.",
    ),
    ...when(isC && new Decimal(ImpTotConc).gt(0), 10043, zeroForC.ImpTotConc),
    ...when(isC && new Decimal(ImpOpEx).gt(0), 10044, zeroForC.ImpOpEx),
    ...when(isC && new Decimal(ImpIVA).gt(0), 10047, zeroForC.ImpIVA),
    ...when(!matches(ImpTotal, sumOf(parts)), 10048, isC ? sumForC : sumForAB),
  ];
};
