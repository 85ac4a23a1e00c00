-- The listing at millions of vouchers: what a page costs follows the page, and `total` is exact without counting a company.
--
-- Chosen: sums that the database keeps itself, in the statement that adds the voucher, whoever adds it (an issuance, an import, a
-- load). A voucher is never edited nor deleted, so a sum only grows and is never wrong. They are kept by group, for the fields
-- with few values, and by step, for ranges; everything else matches few rows, or is counted in an index. Estimates and
-- caches were left out, since `total` is promised exact; an index alone, since counting two million entries takes a third of
-- a second each time.

-- Text is compared by code point, whatever the database's own collation: the same query has the same answer everywhere.
ALTER TABLE "voucher"
  ALTER COLUMN "idempotency" TYPE TEXT COLLATE "C",
  ALTER COLUMN "external_reference" TYPE TEXT COLLATE "C",
  ALTER COLUMN "doc_number" TYPE TEXT COLLATE "C",
  ALTER COLUMN "user_email" TYPE TEXT COLLATE "C",
  ALTER COLUMN "source" TYPE TEXT COLLATE "C",
  ALTER COLUMN "status" TYPE TEXT COLLATE "C",
  ALTER COLUMN "cae" TYPE CHAR(14) COLLATE "C",
  ALTER COLUMN "voucher_date" TYPE CHAR(8) COLLATE "C";
ALTER TABLE "audit_entry"
  ALTER COLUMN "action" TYPE TEXT COLLATE "C",
  ALTER COLUMN "resource_id" TYPE TEXT COLLATE "C",
  ALTER COLUMN "actor_type" TYPE TEXT COLLATE "C",
  ALTER COLUMN "actor_email" TYPE TEXT COLLATE "C";

ALTER TABLE "voucher" ADD CONSTRAINT "voucher_total_not_negative" CHECK ("total_amount" >= 0);

-- The indexes end in the id: it breaks every tie, so each of them gives its field's matches, and its field's order, page by page.

-- The default order. What it includes is all that a "scan" filter looks at: it walks this index and no row of the table.
DROP INDEX "voucher_listing";
CREATE INDEX "voucher_listing" ON "voucher" ("company_id", "production", "id")
  INCLUDE ("voucher_date", "created_at", "pos_number", "voucher_number", "voucher_type", "doc_type", "doc_number", "total_amount",
    "status", "source", "api_key_id", "user_email");
-- date, created: ranges, and their order.
DROP INDEX "voucher_date";
CREATE INDEX "voucher_date" ON "voucher" ("company_id", "production", "voucher_date", "id");
DROP INDEX "voucher_created";
CREATE INDEX "voucher_created" ON "voucher" ("company_id", "production", "created_at", "id");
-- cae, externalReference: one voucher among millions. (idempotency has its unique index.)
CREATE INDEX "voucher_cae" ON "voucher" ("company_id", "production", "cae", "id");
CREATE INDEX "voucher_external_reference" ON "voucher" ("company_id", "production", "external_reference", "id");
-- pos, docType: also those that are rare, which the default order would look for in vain through the whole company.
CREATE INDEX "voucher_pos" ON "voucher" ("company_id", "production", "pos_number", "id");
CREATE INDEX "voucher_doc_type" ON "voucher" ("company_id", "production", "doc_type", "id");
-- number together with pos; docNumber together with docType.
CREATE INDEX "voucher_number" ON "voucher" ("company_id", "production", "pos_number", "voucher_number", "id");
CREATE INDEX "voucher_doc_number" ON "voucher" ("company_id", "production", "doc_type", "doc_number", "id");
-- type, total, apiKeyId: "scan" by the specification; an old key's or a rare type's vouchers are found all the same.
CREATE INDEX "voucher_type" ON "voucher" ("company_id", "production", "voucher_type", "id");
CREATE INDEX "voucher_total" ON "voucher" ("company_id", "production", "total_amount", "id");
CREATE INDEX "voucher_api_key" ON "voucher" ("company_id", "production", "api_key_id", "id");
-- source, userEmail: nearly all vouchers are "api" and have no user; the others are few, and so are these indexes.
CREATE INDEX "voucher_source" ON "voucher" ("company_id", "production", "source", "id") WHERE "source" <> 'api';
CREATE INDEX "voucher_user_email" ON "voucher" ("company_id", "production", "user_email", "id") WHERE "user_email" IS NOT NULL;

-- Vouchers are looked at in an index alone only where vacuum has been: the newest tenth of a percent is all that may wait for it.
ALTER TABLE "voucher" SET (autovacuum_vacuum_insert_scale_factor = 0.001, autovacuum_analyze_scale_factor = 0.01);

-- How many vouchers there are of each group, and where they lie in time. `span` is all of them, a month (YYYYMM) or a day (YYYYMMDD)
-- of the voucher's date, named by `period`: a range of dates is whole months and the days at its ends. A group belongs to one
-- sequence, which is served one voucher at a time, so nobody waits for a row of this.
CREATE TABLE "voucher_count" (
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "span" TEXT COLLATE "C" NOT NULL,
    "period" TEXT COLLATE "C" NOT NULL,
    "pos_number" INTEGER NOT NULL,
    "voucher_type" INTEGER NOT NULL,
    "doc_type" INTEGER NOT NULL,
    -- Kept of the receiver that is nobody in particular (docType 99, docNumber 0) alone: the one document that millions share.
    "doc_number" TEXT COLLATE "C",
    "status" TEXT COLLATE "C" NOT NULL,
    "source" TEXT COLLATE "C" NOT NULL,
    "api_key_id" INTEGER,
    "vouchers" INTEGER NOT NULL,
    -- Between which ones they are: a page of an old month need not be looked for from today on.
    "first_id" INTEGER NOT NULL,
    "last_id" INTEGER NOT NULL,
    "first_created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_created_at" TIMESTAMPTZ(3) NOT NULL
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX "voucher_count_group" ON "voucher_count"
  ("company_id", "production", "span", "period", "pos_number", "voucher_type", "doc_type", coalesce("doc_number", ''), "status", "source",
    coalesce("api_key_id", 0));

-- How many vouchers there are from `start` up to the next step of a field: of `id`, by 16,384; of `created_at`, in microseconds, by
-- day (UTC); of `total_amount`, in cents, by the first two digits before the point. A range is whole steps, and what is left
-- at its ends is counted in the index.
CREATE TABLE "voucher_step" (
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "field" TEXT COLLATE "C" NOT NULL,
    "start" BIGINT NOT NULL,
    "vouchers" INTEGER NOT NULL,
    "first_id" INTEGER NOT NULL,
    "last_id" INTEGER NOT NULL,
    "first_voucher_date" TEXT COLLATE "C" NOT NULL,
    "last_voucher_date" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "voucher_step_pkey" PRIMARY KEY ("company_id", "production", "field", "start")
) WITH (fillfactor = 80);

-- Rows are taken in the order of their keys, so that two statements that add to the same ones never wait for each other in a ring.
CREATE FUNCTION "count_vouchers"() RETURNS trigger LANGUAGE plpgsql AS $$
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
  SELECT company_id, production, field, start, count(*), min(id), max(id), min(voucher_date), max(voucher_date)
  FROM added CROSS JOIN LATERAL (VALUES
    ('created_at', floor(extract(epoch FROM created_at) / 86400)::bigint * 86400000000),
    ('id', (id / 16384)::bigint * 16384),
    ('total_amount', trunc(total_amount, least(0, 2 - length(trunc(total_amount)::text)))::bigint * 100)) AS steps(field, start)
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT ("company_id", "production", "field", "start")
  DO UPDATE SET "vouchers" = kept."vouchers" + excluded."vouchers",
    "first_id" = least(kept."first_id", excluded."first_id"), "last_id" = greatest(kept."last_id", excluded."last_id"),
    "first_voucher_date" = least(kept."first_voucher_date", excluded."first_voucher_date"),
    "last_voucher_date" = greatest(kept."last_voucher_date", excluded."last_voucher_date");
  RETURN NULL;
END
$$;

-- Vouchers of before are counted by the same function, as if they were added now.
CREATE TEMPORARY TABLE "voucher_until_now" ON COMMIT DROP AS
  SELECT id, company_id, production, voucher_date, pos_number, voucher_type, doc_type, doc_number, status, source, api_key_id, total_amount, created_at
  FROM "voucher" WITH NO DATA;
CREATE TRIGGER "count_vouchers" AFTER INSERT ON "voucher_until_now" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "count_vouchers"();
INSERT INTO "voucher_until_now"
  SELECT id, company_id, production, voucher_date, pos_number, voucher_type, doc_type, doc_number, status, source, api_key_id, total_amount, created_at
  FROM "voucher";
CREATE TRIGGER "count_vouchers" AFTER INSERT ON "voucher" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "count_vouchers"();

-- The audit log: within the 90 days by time, the default order too; action, alone or with resourceId.
DROP INDEX "audit_entry_created";
CREATE INDEX "audit_entry_created" ON "audit_entry" ("company_id", "created_at", "id");
CREATE INDEX "audit_entry_action" ON "audit_entry" ("company_id", "action", "resource_id", "id");
-- What the purge looks for. Entries are added in the order of time: a few pages say where the old ones are.
CREATE INDEX "audit_entry_age" ON "audit_entry" USING brin ("created_at");
