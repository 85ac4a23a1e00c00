-- The sums of the listing follow a moment later. Each voucher rewrote ten of their rows, and those of one company waited for each other's
-- commit. Now it is noted here, in its own commit, and an issuer adds what is noted to the sums, many vouchers at a time. Who reads the sums
-- adds what is still noted: a total stays exact at every moment.

-- Vouchers that are in no sum yet.
CREATE TABLE "voucher_uncounted" (
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "id" INTEGER NOT NULL,
    "voucher_date" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "pos_number" INTEGER NOT NULL,
    "voucher_type" INTEGER NOT NULL,
    "doc_type" INTEGER NOT NULL,
    "doc_number" TEXT COLLATE "C" NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "source" TEXT COLLATE "C" NOT NULL,
    "api_key_id" INTEGER,
    "total_amount" DECIMAL(15,2) NOT NULL,

    CONSTRAINT "voucher_uncounted_pkey" PRIMARY KEY ("company_id", "production", "id")
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- With its owner's rights, so that a process of the version before needs none here.
CREATE OR REPLACE FUNCTION "count_vouchers"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  INSERT INTO "public"."voucher_uncounted"
  SELECT company_id, production, id, voucher_date, created_at, pos_number, voucher_type, doc_type, doc_number, status, source, api_key_id, total_amount
  FROM added;
  RETURN NULL;
END
$$;

-- The groups and the steps in which a voucher counts.
CREATE FUNCTION "spans_of"("v" "public"."voucher_uncounted") RETURNS TABLE("span" TEXT, "period" TEXT, "document" TEXT) LANGUAGE sql STABLE AS $$
  SELECT spans.span, spans.period, CASE WHEN v.doc_type = 99 AND v.doc_number = '0' THEN v.doc_number END
  FROM (VALUES ('all', ''), ('month', left(v.voucher_date, 6)), ('day', v.voucher_date)) AS spans(span, period)
$$;
CREATE FUNCTION "steps_of"("v" "public"."voucher_uncounted") RETURNS TABLE("field" TEXT, "start" BIGINT) LANGUAGE sql STABLE AS $$
  SELECT steps.field, steps.start FROM (VALUES
    ('created_at', floor(date_part('epoch', v.created_at) / 86400)::bigint * 86400000000),
    ('created_at/32', (floor(date_part('epoch', v.created_at) / 86400)::bigint >> 5) * 32 * 86400000000),
    ('id', (v.id / 16384)::bigint * 16384),
    ('id/16', (v.id / 262144)::bigint * 262144),
    ('total_amount', trunc(v.total_amount, least(0, 2 - length(trunc(v.total_amount)::text)))::bigint * 100),
    ('voucher_date', (v.voucher_date::date - date '1970-01-01')::bigint),
    ('voucher_date/32', ((v.voucher_date::date - date '1970-01-01') >> 5)::bigint * 32)) AS steps(field, start)
$$;

-- Adds at most so many noted vouchers to the sums. One process does it at a time; a crash forgets the whole of it or nothing.
CREATE FUNCTION "fold_voucher_counts"("most" INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  folded INTEGER;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7266003) THEN
    RETURN 0;
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true);
  WITH taken AS (
    DELETE FROM "public"."voucher_uncounted" u
    WHERE (u.company_id, u.production, u.id) IN (SELECT o.company_id, o.production, o.id FROM "public"."voucher_uncounted" o LIMIT most)
    RETURNING u AS v
  ),
  counted AS (
    INSERT INTO "public"."voucher_count" AS kept
    SELECT (t.v).company_id, (t.v).production, s.span, s.period, (t.v).pos_number, (t.v).voucher_type, (t.v).doc_type, s.document,
      (t.v).status, (t.v).source, (t.v).api_key_id, count(*), min((t.v).id), max((t.v).id), min((t.v).created_at), max((t.v).created_at)
    FROM taken t CROSS JOIN LATERAL "public"."spans_of"(t.v) s
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ON CONFLICT ("company_id", "production", "span", "period", "pos_number", "voucher_type", "doc_type", coalesce("doc_number", ''), "status", "source",
      coalesce("api_key_id", 0))
    DO UPDATE SET "vouchers" = kept."vouchers" + excluded."vouchers",
      "first_id" = least(kept."first_id", excluded."first_id"), "last_id" = greatest(kept."last_id", excluded."last_id"),
      "first_created_at" = least(kept."first_created_at", excluded."first_created_at"),
      "last_created_at" = greatest(kept."last_created_at", excluded."last_created_at")
  ),
  stepped AS (
    INSERT INTO "public"."voucher_step" AS kept
    SELECT (t.v).company_id, (t.v).production, s.field, s.start, (t.v).voucher_type, count(*), min((t.v).id), max((t.v).id),
      min((t.v).voucher_date), max((t.v).voucher_date)
    FROM taken t CROSS JOIN LATERAL "public"."steps_of"(t.v) s
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT ("company_id", "production", "field", "start", "voucher_type")
    DO UPDATE SET "vouchers" = kept."vouchers" + excluded."vouchers",
      "first_id" = least(kept."first_id", excluded."first_id"), "last_id" = greatest(kept."last_id", excluded."last_id"),
      "first_voucher_date" = least(kept."first_voucher_date", excluded."first_voucher_date"),
      "last_voucher_date" = greatest(kept."last_voucher_date", excluded."last_voucher_date")
  )
  SELECT count(*) INTO folded FROM taken;
  RETURN folded;
END
$$;
REVOKE EXECUTE ON FUNCTION "fold_voucher_counts"(INTEGER) FROM PUBLIC;

-- What the API reads: the sums, and each noted voucher as a sum of one. One branch for each span and step: a statement names the one that it
-- reads, and PostgreSQL leaves out the others.
CREATE OR REPLACE VIEW "tenant"."voucher_count" AS
  SELECT * FROM "public"."voucher_count" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"()
  UNION ALL SELECT company_id, production, 'all'::text COLLATE "C", ''::text COLLATE "C", pos_number, voucher_type, doc_type,
    CASE WHEN doc_type = 99 AND doc_number = '0' THEN doc_number END, status, source, api_key_id, 1, id, id, created_at, created_at
  FROM "public"."voucher_uncounted" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"()
  UNION ALL SELECT company_id, production, 'month'::text COLLATE "C", left(voucher_date, 6) COLLATE "C", pos_number, voucher_type, doc_type,
    CASE WHEN doc_type = 99 AND doc_number = '0' THEN doc_number END, status, source, api_key_id, 1, id, id, created_at, created_at
  FROM "public"."voucher_uncounted" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"()
  UNION ALL SELECT company_id, production, 'day'::text COLLATE "C", voucher_date COLLATE "C", pos_number, voucher_type, doc_type,
    CASE WHEN doc_type = 99 AND doc_number = '0' THEN doc_number END, status, source, api_key_id, 1, id, id, created_at, created_at
  FROM "public"."voucher_uncounted" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"();
CREATE OR REPLACE VIEW "tenant"."voucher_step" AS
  SELECT * FROM "public"."voucher_step" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"()
  UNION ALL SELECT company_id, production, 'created_at'::text COLLATE "C", floor(date_part('epoch', created_at) / 86400)::bigint * 86400000000, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM "public"."voucher_uncounted" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"()
  UNION ALL SELECT company_id, production, 'created_at/32'::text COLLATE "C", (floor(date_part('epoch', created_at) / 86400)::bigint >> 5) * 32 * 86400000000, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM "public"."voucher_uncounted" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"()
  UNION ALL SELECT company_id, production, 'id'::text COLLATE "C", (id / 16384)::bigint * 16384, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM "public"."voucher_uncounted" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"()
  UNION ALL SELECT company_id, production, 'id/16'::text COLLATE "C", (id / 262144)::bigint * 262144, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM "public"."voucher_uncounted" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"()
  UNION ALL SELECT company_id, production, 'total_amount'::text COLLATE "C", trunc(total_amount, least(0, 2 - length(trunc(total_amount)::text)))::bigint * 100, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM "public"."voucher_uncounted" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"()
  UNION ALL SELECT company_id, production, 'voucher_date'::text COLLATE "C", (voucher_date::date - date '1970-01-01')::bigint, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM "public"."voucher_uncounted" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"()
  UNION ALL SELECT company_id, production, 'voucher_date/32'::text COLLATE "C", ((voucher_date::date - date '1970-01-01') >> 5)::bigint * 32, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM "public"."voucher_uncounted" WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"();
-- No statement of the API falls through to the table.
CREATE VIEW "tenant"."voucher_uncounted" AS SELECT * FROM "public"."voucher_uncounted" WHERE false WITH CHECK OPTION;

-- A claimed voucher that is in no sum yet is only noted otherwise. The lock keeps it from being counted meanwhile.
CREATE OR REPLACE FUNCTION "recount_claimed"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7266003);
  UPDATE "public"."voucher_uncounted" u SET source = NEW.source, api_key_id = NEW.api_key_id
  WHERE u.company_id = NEW.company_id AND u.production = NEW.production AND u.id = NEW.id;
  IF FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE "public"."voucher_count" c SET vouchers = c.vouchers - 1
  FROM (VALUES ('all', ''), ('month', left(OLD.voucher_date, 6)), ('day', OLD.voucher_date::text)) AS spans(span, period)
  WHERE c.company_id = OLD.company_id AND c.production = OLD.production AND c.span = spans.span AND c.period = spans.period
    AND c.pos_number = OLD.pos_number AND c.voucher_type = OLD.voucher_type AND c.doc_type = OLD.doc_type
    AND coalesce(c.doc_number, '') = CASE WHEN OLD.doc_type = 99 AND OLD.doc_number = '0' THEN '0' ELSE '' END
    AND c.status = OLD.status AND c.source = OLD.source AND coalesce(c.api_key_id, 0) = coalesce(OLD.api_key_id, 0);
  DELETE FROM "public"."voucher_count" c WHERE c.company_id = OLD.company_id AND c.production = OLD.production AND c.vouchers = 0;
  INSERT INTO "public"."voucher_count" AS kept
  SELECT NEW.company_id, NEW.production, span, period, NEW.pos_number, NEW.voucher_type, NEW.doc_type,
    CASE WHEN NEW.doc_type = 99 AND NEW.doc_number = '0' THEN NEW.doc_number END, NEW.status, NEW.source, NEW.api_key_id,
    1, NEW.id, NEW.id, NEW.created_at, NEW.created_at
  FROM (VALUES ('all', ''), ('month', left(NEW.voucher_date, 6)), ('day', NEW.voucher_date::text)) AS spans(span, period)
  ORDER BY span, period
  ON CONFLICT ("company_id", "production", "span", "period", "pos_number", "voucher_type", "doc_type", coalesce("doc_number", ''), "status", "source",
    coalesce("api_key_id", 0))
  DO UPDATE SET "vouchers" = kept."vouchers" + 1,
    "first_id" = least(kept."first_id", excluded."first_id"), "last_id" = greatest(kept."last_id", excluded."last_id"),
    "first_created_at" = least(kept."first_created_at", excluded."first_created_at"),
    "last_created_at" = greatest(kept."last_created_at", excluded."last_created_at");
  RETURN NULL;
END
$$;
