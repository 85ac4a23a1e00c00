import type { z } from "@hono/zod-openapi";
import type { voucher, voucherWithNotes } from "../../schemas/voucher.js";

/** A row of the API's listing. */
export type Voucher = z.infer<typeof voucher>;

/** One voucher, with its notes. */
export type WholeVoucher = z.infer<typeof voucherWithNotes>;
