-- The type goes with every range: "credit notes since March", "the page of invoices after this id". Its vouchers are summed up by
-- step too, since to count them in an index looks at every entry of a company.
--
-- Left out: the other fields with few values. Each would multiply the steps that a range without it has to add up.

-- What is left at the ends of a range is counted in its field's index, the type included.
DROP INDEX "voucher_created";
CREATE INDEX "voucher_created" ON "voucher" ("company_id", "production", "created_at", "id", "voucher_type");
DROP INDEX "voucher_total";
CREATE INDEX "voucher_total" ON "voucher" ("company_id", "production", "total_amount", "id", "voucher_type");

DROP TRIGGER "count_vouchers" ON "voucher";
DROP TABLE "voucher_step";
CREATE TABLE "voucher_step" (
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "field" TEXT COLLATE "C" NOT NULL,
    "start" BIGINT NOT NULL,
    "voucher_type" INTEGER NOT NULL,
    "vouchers" INTEGER NOT NULL,
    "first_id" INTEGER NOT NULL,
    "last_id" INTEGER NOT NULL,
    "first_voucher_date" TEXT COLLATE "C" NOT NULL,
    "last_voucher_date" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "voucher_step_pkey" PRIMARY KEY ("company_id", "production", "field", "start", "voucher_type")
) WITH (fillfactor = 80);

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
  FROM added CROSS JOIN LATERAL (VALUES
    ('created_at', floor(extract(epoch FROM created_at) / 86400)::bigint * 86400000000),
    ('id', (id / 16384)::bigint * 16384),
    ('total_amount', trunc(total_amount, least(0, 2 - length(trunc(total_amount)::text)))::bigint * 100)) AS steps(field, start)
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

-- Vouchers of before, by the same steps.
INSERT INTO "voucher_step"
  SELECT company_id, production, field, start, voucher_type, count(*), min(id), max(id), min(voucher_date), max(voucher_date)
  FROM "voucher" CROSS JOIN LATERAL (VALUES
    ('created_at', floor(extract(epoch FROM created_at) / 86400)::bigint * 86400000000),
    ('id', (id / 16384)::bigint * 16384),
    ('total_amount', trunc(total_amount, least(0, 2 - length(trunc(total_amount)::text)))::bigint * 100)) AS steps(field, start)
  GROUP BY 1, 2, 3, 4, 5;
CREATE TRIGGER "count_vouchers" AFTER INSERT ON "voucher" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "count_vouchers"();
