import type { AssociatedVoucher } from "../issuance-request.js";
import { foreseen } from "../refusal.js";
import { findKnownType, voucherTypeTable } from "../voucher-type-table.js";
import { type Prediction, when } from "./problem.js";

/** Delivery notes of goods, and those for meat and flour: what 10225 to 10229 ask for beside an activity of theirs. The words of 10040 lack them. */
const deliveryNotes = [88, 991];
const ofActivities = [993, 994, 995];

/**
 * The types that a type may be associated with: a note with those of its own letter and regime, of whoever issues them. Undefined for an
 * invoice of letter C, which may have any type. Source: issuer/authority/README.md, sections 4.8, 12.3 and 17.3; api/README.md, rule 17.
 */
function allowedFor(voucherType: number): number[] | undefined {
  const type = findKnownType(voucherType);
  if (!type?.kind) return undefined;
  const isOrdinaryC = type.letter === "C" && type.regime === "ordinary";
  if (type.kind !== "invoice") {
    const own = voucherTypeTable.filter(({ letter, regime }) => letter === type.letter && regime === type.regime);
    return [...own.map(({ code }) => code), ...(isOrdinaryC || type.regime === "fce" ? [] : deliveryNotes)];
  }
  if (isOrdinaryC) return undefined;
  return type.regime === "fce" ? [91, 990, 991, ...ofActivities] : [...deliveryNotes, ...ofActivities];
}

export const maxPosNumber = 99_998;
export const maxNumber = 99_999_998;

export const associationRefusals = {
  type: foreseen(
    10040,
    "associatedVouchers.#.voucherType",
    "type {associated} cannot be associated with type {type}: a note has the letter of the voucher that it modifies",
    "{associated} no se puede asociar a {type}: la nota lleva la letra del comprobante que modifica.",
  ),
  twice: foreseen(
    10060,
    "associatedVouchers.#",
    "the same voucher is associated twice",
    "El mismo comprobante está asociado dos veces: quitá uno.",
  ),
  posNumber: foreseen(
    10058,
    "associatedVouchers.#.posNumber",
    `must be ${maxPosNumber} or less`,
    "Tiene que ser 99.998 o menos.",
  ),
  number: foreseen(
    10059,
    "associatedVouchers.#.voucherNumber",
    `must be ${maxNumber} or less`,
    "Tiene que ser 99.999.998 o menos.",
  ),
};

/** Key by which equal references are found. */
export const keyOf = ({ voucherType, posNumber, voucherNumber, cuit }: AssociatedVoucher) =>
  `${voucherType}-${posNumber}-${voucherNumber}-${cuit ?? ""}`;

export const predictAssociatedVouchers: Prediction = ({ body: { voucherType, associatedVouchers } }) => {
  const mayPointAt = allowedFor(voucherType);
  const keys = associatedVouchers.map(keyOf);
  const { type, twice, posNumber, number } = associationRefusals;
  return associatedVouchers.flatMap((associated, index) => {
    const at = `associatedVouchers.${index}`;
    return [
      ...when(mayPointAt !== undefined && !mayPointAt.includes(associated.voucherType), type, {
        field: `${at}.voucherType`,
        slots: { associated: associated.voucherType, type: voucherType },
      }),
      ...when(keys.indexOf(keyOf(associated)) < index, twice, { field: at }),
      ...when(associated.posNumber > maxPosNumber, posNumber, { field: `${at}.posNumber` }),
      ...when(associated.voucherNumber > maxNumber, number, { field: `${at}.voucherNumber` }),
    ];
  });
};
