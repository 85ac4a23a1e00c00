-- A range of years is added up from months of steps where it can be, and a range of dates from steps too: its groups by point of
-- sale, document, source and key are many more rows. `id/16` and `created_at/32` are as many of the shorter steps.
--
-- The shorter steps stay: at the ends of a range they leave less to count. A voucher's date must be a day from here on, not only
-- eight digits, as whoever adds one has always seen to.

-- Nobody adds a voucher until both are in place; who reads goes on.
LOCK TABLE "voucher" IN SHARE ROW EXCLUSIVE MODE;

CREATE OR REPLACE FUNCTION "count_vouchers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "voucher_count" AS kept
  SELECT company_id, production, span, period, pos_number, voucher_type, doc_type,
    CASE WHEN doc_type = 99 AND doc_number = '0' THEN doc_number END, status, source, api_key_id,
    count(*), min(id), max(id), min(created_at), max(created_at)
  FROM added CROSS JOIN LATERAL (VALUES ('all', ''), ('month', left(voucher_date, 6)), ('day', voucher_date::text)) AS spans(span, period)
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  ON CONFLICT ("company_id", "production", "span", "period", "pos_number", "voucher_type", "doc_type", coalesce("doc_number", ''), "status", "source",
    coalesce("api_key_id", 0))
  DO UPDATE SET "vouchers" = kept."vouchers" + excluded."vouchers",
    "first_id" = least(kept."first_id", excluded."first_id"), "last_id" = greatest(kept."last_id", excluded."last_id"),
    "first_created_at" = least(kept."first_created_at", excluded."first_created_at"),
    "last_created_at" = greatest(kept."last_created_at", excluded."last_created_at");

  INSERT INTO "voucher_step" AS kept
  SELECT company_id, production, field, start, voucher_type, count(*), min(id), max(id), min(voucher_date), max(voucher_date)
  FROM (
    SELECT *, floor(extract(epoch FROM created_at) / 86400)::bigint AS created_day, voucher_date::date - date '1970-01-01' AS day FROM added
  ) added CROSS JOIN LATERAL (VALUES
    ('created_at', created_day * 86400000000),
    ('created_at/32', (created_day >> 5) * 32 * 86400000000),
    ('id', (id / 16384)::bigint * 16384),
    ('id/16', (id / 262144)::bigint * 262144),
    ('total_amount', trunc(total_amount, least(0, 2 - length(trunc(total_amount)::text)))::bigint * 100),
    ('voucher_date', day::bigint),
    ('voucher_date/32', (day >> 5)::bigint * 32)) AS steps(field, start)
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT ("company_id", "production", "field", "start", "voucher_type")
  DO UPDATE SET "vouchers" = kept."vouchers" + excluded."vouchers",
    "first_id" = least(kept."first_id", excluded."first_id"), "last_id" = greatest(kept."last_id", excluded."last_id"),
    "first_voucher_date" = least(kept."first_voucher_date", excluded."first_voucher_date"),
    "last_voucher_date" = greatest(kept."last_voucher_date", excluded."last_voucher_date");
  RETURN NULL;
END
$$;

-- Vouchers of before: longer steps from the shorter ones, and dates from their groups.
INSERT INTO "voucher_step"
  SELECT company_id, production, field || longer, start, voucher_type, sum(vouchers), min(first_id), max(last_id), min(first_voucher_date),
    max(last_voucher_date)
  FROM (
    SELECT s.company_id, s.production, s.field, l.longer, l.start, s.voucher_type, s.vouchers, s.first_id, s.last_id, s.first_voucher_date, s.last_voucher_date
    FROM "voucher_step" s CROSS JOIN LATERAL (VALUES
      ('created_at', '/32', ((s.start / 86400000000) >> 5) * 32 * 86400000000),
      ('id', '/16', s.start / 262144 * 262144)) AS l(field, longer, start) WHERE l.field = s.field
    UNION ALL
    SELECT c.company_id, c.production, 'voucher_date', l.longer, l.start, c.voucher_type, c.vouchers, c.first_id, c.last_id, c.period, c.period
    FROM "voucher_count" c CROSS JOIN LATERAL (VALUES
      ('', (c.period::date - date '1970-01-01')::bigint),
      ('/32', ((c.period::date - date '1970-01-01') >> 5)::bigint * 32)) AS l(longer, start) WHERE c.span = 'day'
  ) steps
  GROUP BY 1, 2, 3, 4, 5;
