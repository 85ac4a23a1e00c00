import type { AssociatedVoucher } from "../issuance-request.js";
import { type Prediction, when } from "./problem.js";

/**
 * The types that each type may be associated with. An invoice of letter C may have any type.
 * Source: issuer/authority/README.md, sections 4.8 and 12.3; api/README.md, rule 17.
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
    [1, 6],
    [88, 991],
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

const keyOf = ({ voucherType, posNumber, voucherNumber, cuit }: AssociatedVoucher) =>
  `${voucherType}-${posNumber}-${voucherNumber}-${cuit ?? ""}`;

export const predictAssociatedVouchers: Prediction = ({ body: { voucherType, associatedVouchers } }) => {
  const mayPointAt = allowed.find(([types]) => types.includes(voucherType))?.[1];
  const keys = associatedVouchers.map(keyOf);
  return associatedVouchers.flatMap((associated, index) => [
    ...when(
      mayPointAt !== undefined && !mayPointAt.includes(associated.voucherType),
      `associatedVouchers.${index}.voucherType`,
      10040,
      `type ${associated.voucherType} cannot be associated with type ${voucherType}: a note has the letter of the voucher that it modifies`,
    ),
    ...when(
      keys.indexOf(keyOf(associated)) < index,
      `associatedVouchers.${index}`,
      10060,
      "the same voucher is associated twice",
    ),
    ...when(
      associated.posNumber > maxPosNumber,
      `associatedVouchers.${index}.posNumber`,
      10058,
      `must be ${maxPosNumber} or less`,
    ),
    ...when(
      associated.voucherNumber > maxNumber,
      `associatedVouchers.${index}.voucherNumber`,
      10059,
      `must be ${maxNumber} or less`,
    ),
  ]);
};
