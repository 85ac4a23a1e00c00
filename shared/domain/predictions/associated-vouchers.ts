import type { AssociatedVoucher } from "../issuance-request.js";
import { foreseen } from "../refusals/refusal.js";
import { type Prediction, when } from "./problem.js";

/** What 10225 to 10229 ask for beside an activity of meat or flour. The words of 10040 lack them. */
const ofActivities = [993, 994, 995];

/**
 * The types that each type may be associated with. An invoice of letter C may have any type.
 * Source: issuer/authority/README.md, sections 4.8, 12.3 and 17.3; api/README.md, rule 17.
 */
const allowed: [types: number[], associated: number[]][] = [
  [
    [2, 3],
    [1, 2, 3, 4, 5, 34, 39, 60, 63, 88, 991],
  ],
  [
    [7, 8],
    [6, 7, 8, 9, 10, 35, 40, 61, 64, 88, 991],
  ],
  [
    [12, 13],
    [11, 12, 13, 15],
  ],
  [
    [52, 53],
    [51, 52, 53, 54, 88, 991],
  ],
  [
    [1, 6, 51],
    [88, 991, ...ofActivities],
  ],
  [
    [202, 203],
    [201, 202, 203],
  ],
  [
    [207, 208],
    [206, 207, 208],
  ],
  [
    [212, 213],
    [211, 212, 213],
  ],
  [
    [201, 206, 211],
    [91, 990, 991, 993, 994, 995],
  ],
];

const maxPosNumber = 99_998;
const maxNumber = 99_999_998;

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

const keyOf = ({ voucherType, posNumber, voucherNumber, cuit }: AssociatedVoucher) =>
  `${voucherType}-${posNumber}-${voucherNumber}-${cuit ?? ""}`;

export const predictAssociatedVouchers: Prediction = ({ body: { voucherType, associatedVouchers } }) => {
  const mayPointAt = allowed.find(([types]) => types.includes(voucherType))?.[1];
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
