import type { ReportVoucher } from "./report-voucher.js";

/** Who bought, as IVA Simple tells it: 1 registered for VAT, 2 monotributo, 3 everybody else. */
export type BuyerKind = 1 | 2 | 3;

/** Source: issuer/authority/README.md, section 14. */
const kinds = new Map<number, BuyerKind>([
  [1, 1],
  [6, 2],
  [13, 2],
  [16, 2],
  [4, 3],
  [5, 3],
  [7, 3],
  [8, 3],
  [9, 3],
  [10, 3],
  [15, 3],
]);

/** Letter B, also of types that are issued elsewhere and imported. It is only for the receivers of kind 3. */
const typesOfB = new Set([6, 7, 8, 9, 10, 35, 40, 61, 64, 206, 207, 208]);

/** Old vouchers do not tell the receiver's condition. Undefined when the letter does not tell the kind either. */
export const findBuyerKind = ({ receiverCondition, voucherType }: ReportVoucher): BuyerKind | undefined =>
  kinds.get(receiverCondition ?? 0) ?? (typesOfB.has(voucherType) ? 3 : undefined);
