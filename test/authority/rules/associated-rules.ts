import { isRegisteredForCaea } from "../caea/points-of-sale.js";
import { Decimal, sumOf } from "../decimal.js";
import type { AssociatedVoucher } from "../declared-voucher.js";
import type { GrantedVoucher } from "../ledger.js";
import { isCreditNote } from "../voucher-class.js";
import { observe, type Rule, type RuleInput, when } from "./finding.js";

type Looked = { row: AssociatedVoucher; found: GrantedVoucher | undefined };

function lookAt({ voucher, cuit, granted, settings }: RuleInput): Looked[] {
  return (voucher.CbtesAsoc ?? []).flatMap((row) => {
    const owner = row.Cuit ?? cuit;
    // The simulator knows all vouchers only of points of sale on which it granted some, and of those for contingencies.
    if (!granted?.hasPointOfSale(owner, row.PtoVta) && !isRegisteredForCaea(settings, owner, row.PtoVta)) return [];
    return { row, found: granted?.find({ cuit: owner, pos: row.PtoVta, type: row.Tipo }, row.Nro) };
  });
}

function isLaterMonth({ row, found }: Looked, date: string): boolean {
  const associated = found?.date ?? row.CbteFch;
  return associated !== undefined && associated > date && associated.slice(0, 6) !== date.slice(0, 6);
}

function exceeds({ voucher, type }: RuleInput, looked: Looked[]): boolean {
  const originals = looked.flatMap(({ found }) => found ?? []);
  const isComparable = originals.every(({ declared }) => declared.MonId === voucher.MonId);
  if (!isCreditNote(type) || originals.length === 0 || originals.length < looked.length || !isComparable) return false;
  return new Decimal(voucher.ImpTotal).gt(sumOf(originals.map(({ declared }) => declared.ImpTotal)));
}

/** Compares associated vouchers with the granted ones. Source: issuer/authority/README.md, sections 3.3 and 4.8. */
export const associatedRules: Rule = (input) => {
  const { voucher, today } = input;
  const looked = lookAt(input);
  return [
    ...observe(
      looked.some(({ found }) => found === undefined),
      10041,
      "El comprobante asociado no se encuentra registrado en las bases de ARCA.",
    ),
    ...when(
      looked.some((one) => isLaterMonth(one, voucher.CbteFch ?? today)),
      10210,
      "Si la fecha del comprobante asociado es posterior a la del comprobante deben ser del mismo mes y anio.",
    ),
    ...observe(
      exceeds(input, looked),
      10237,
      "El importe total de la Nota de Credito supera el importe de los comprobantes asociados.",
    ),
  ];
};
