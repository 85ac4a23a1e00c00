import { findKnownType } from "../voucher-type-table.js";
import type { ReportVoucher } from "./report-voucher.js";

/** Kind of a buyer in IVA Simple: 1 registered for VAT, 2 monotributo, 3 everybody else. */
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

/**
 * Old vouchers do not tell the receiver's condition. Then the letter does, also of types that are issued elsewhere and imported: B is only
 * for the receivers of kind 3. Undefined for the others.
 */
export const findBuyerKind = ({ receiverCondition, voucherType }: ReportVoucher): BuyerKind | undefined =>
  kinds.get(receiverCondition ?? 0) ?? (findKnownType(voucherType)?.letter === "B" ? 3 : undefined);
