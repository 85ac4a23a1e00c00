import type { z } from "@hono/zod-openapi";
import { nameOfVoucher } from "../../../shared/domain/spanish.js";
import type { voucher, voucherWithNotes } from "../../schemas/voucher.js";

/** A row of the API's listing. */
export type Voucher = z.infer<typeof voucher>;

/** One voucher, with its notes. */
export type WholeVoucher = z.infer<typeof voucherWithNotes>;

/** "Factura B 00001-00000012". */
export const nameOf = ({
  voucherType,
  posNumber,
  voucherNumber,
}: Pick<Voucher, "voucherType" | "posNumber" | "voucherNumber">): string =>
  nameOfVoucher({ voucherType, posNumber, voucherNumber });
