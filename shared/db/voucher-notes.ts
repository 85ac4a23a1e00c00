import { creditNoteTypes } from "../domain/voucher-types.js";
import { Prisma } from "./generated/client.js";

/** The notes `n` of the voucher `v`, as the rest of a SELECT: its links are `l`. */
export const notesOfVoucher = Prisma.raw(`
  FROM voucher_note l JOIN voucher n ON n.id = l.note_id
  WHERE l.company_id = v.company_id AND l.production = v.production AND l.pos_number = v.pos_number
    AND l.voucher_type = v.voucher_type AND l.voucher_number = v.voucher_number`);

/** Whether the voucher type in the column is a credit note's. */
export const isCreditNote = (column: string) => Prisma.raw(`${column} IN (${creditNoteTypes.join(", ")})`);

const quotationOf = (voucher: string) =>
  `CASE ${voucher}.currency WHEN 'PES' THEN 1 ELSE ${voucher}.currency_quotation END`;

/** What the note `n` counts in the currency of `v`. The same rule as `convert` in shared/domain/credit-bound.ts. */
export const countedTotal = (round: "ceil" | "floor") =>
  Prisma.raw(`CASE WHEN n.currency = v.currency THEN n.total_amount
    ELSE ${round}(n.total_amount * (${quotationOf("n")}) / (${quotationOf("v")}) * 100) / 100 END`);
