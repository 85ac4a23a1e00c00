import { Prisma } from "../generated/client.js";

export const argentineDayOf = (instant: Prisma.Sql) =>
  Prisma.sql`to_char(${instant} AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD')`;

/** The voucher `v` is in the sequence `s`. */
export const isThere = Prisma.sql`v.company_id = s.company_id AND v.production = s.production AND v.pos_number = s.pos_number
  AND v.voucher_type = s.voucher_type`;

/** A column of the voucher with the highest number in the sequence `s`. It is ours, or another system made it and it was imported. */
const ofLatestVoucher = (column: string) => Prisma.sql`(SELECT v.${Prisma.raw(column)} FROM voucher v
  WHERE ${isThere}
  ORDER BY v.voucher_number DESC LIMIT 1)`;

/** The last number of the sequence `s`, whoever gave it. */
export const lastNumberThere = Prisma.sql`greatest(s.last_number, ${ofLatestVoucher("voucher_number")})`;

/** The vouchers of the sequence `s` with numbers above its own last number: another system made them, and they were imported. */
export const vouchersBehind = Prisma.sql`voucher v WHERE ${isThere} AND v.voucher_number > s.last_number`;

/** The numbers of the sequence `s` that were missing and have a voucher now, and as the end the first number after the missing ones. */
const amongMissing = Prisma.sql`(SELECT v.voucher_number FROM voucher v WHERE ${isThere} AND v.voucher_number BETWEEN s.missing_from AND s.missing_to
  UNION ALL SELECT s.missing_to + 1 WHERE s.missing_to IS NOT NULL) v`;

/**
 * The numbers of the sequence `s` that have no voucher here, as `[{from, to}]`: up to its own last number those that are known to be
 * missing, and above it those below an imported voucher.
 */
export const holesThere = Prisma.sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('from', before + 1, 'to', number - 1) ORDER BY number), '[]')
  FROM (SELECT voucher_number AS number, lag(voucher_number, 1, s.missing_from - 1) OVER (ORDER BY voucher_number) AS before FROM ${amongMissing}
    UNION ALL SELECT v.voucher_number, lag(v.voucher_number, 1, s.last_number) OVER (ORDER BY v.voucher_number) FROM ${vouchersBehind}) there
  WHERE number > before + 1)`;

/**
 * The day before which no voucher of the sequence `s` may be dated: the date of the last number. Without any number it is the day on
 * which the authority first told us about the sequence, because the point of sale may not have been open before.
 */
export const lastDateThere = Prisma.sql`greatest(s.last_date::text, ${ofLatestVoucher("voucher_date")}::text,
  CASE WHEN s.last_number = 0 AND s.authority_time IS NOT NULL THEN least(${argentineDayOf(Prisma.sql`s.authority_time`)}, ${argentineDayOf(Prisma.sql`now()`)}) END)`;

/** The date of the last number of the sequence `s` is known, or the sequence has no number yet. A voucher of a lower number does not tell it. */
export const isDated = Prisma.sql`(s.last_number = 0 OR s.last_date IS NOT NULL OR coalesce(${ofLatestVoucher("voucher_number")} >= s.last_number, false))`;

/**
 * The reports of the sequence `s` are stuck: the authority refused a report, and has not taken it since; or one was given up while the
 * authority expected its number, and it has taken none with a higher number.
 */
export const isStuck = Prisma.sql`EXISTS (SELECT FROM caea_report r
  WHERE r.company_id = s.company_id AND r.production = s.production AND r.pos_number = s.pos_number AND r.voucher_type = s.voucher_type
    AND r.state <> 'reported' AND r.errors <> '[]' AND (r.state <> 'givenUp' OR r.gap))`;
