import { creditNoteTypes } from "../../domain/voucher-types.js";
import { Prisma } from "../generated/client.js";

/**
 * Whether the voucher `v` existed when the note `n` was issued: a note may name a number that is given later. Of an imported one the
 * authority's time counts. What was issued here has its ids in the order of time, whatever the clock does.
 */
const hadExisted = "CASE WHEN 'rcel' IN (v.source, n.source) THEN v.created_at <= n.created_at ELSE v.id < n.id END";

/**
 * The notes `n` of the voucher `v`, as the rest of a SELECT: its links are `l`. For tenants, whose views lead to the links of one company. `+ 0`
 * lets PostgreSQL go by that one, which it knows before it begins, and not by the company of each row `v`.
 */
export const notesOfVoucher = Prisma.raw(`
  FROM voucher_note l JOIN voucher n ON n.id = l.note_id AND ${hadExisted}
  WHERE l.company_id + 0 = v.company_id AND l.production = v.production AND l.pos_number = v.pos_number
    AND l.voucher_type = v.voucher_type AND l.voucher_number = v.voucher_number`);

/** Whether the voucher type in the column is a credit note's. */
export const isCreditNote = (column: string) => Prisma.raw(`${column} IN (${creditNoteTypes.join(", ")})`);

const quotationOf = (voucher: string) =>
  `CASE ${voucher}.currency WHEN 'PES' THEN 1 ELSE ${voucher}.currency_quotation END`;

/** Amount of the note `n` in the currency of `v`. The same rule as `convert` in shared/domain/credit-bound.ts. */
export const countedTotal = (round: "ceil" | "floor") =>
  Prisma.raw(`CASE WHEN n.currency = v.currency THEN n.total_amount
    ELSE ${round}(n.total_amount * (${quotationOf("n")}) / (${quotationOf("v")}) * 100) / 100 END`);
