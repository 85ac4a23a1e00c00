-- An imported voucher may turn out to be that of a key which the database had forgotten. An operator says so, and the voucher gains what
-- only its issuance has: key, items, names, texts. What the authority granted never changes.

-- An imported voucher gains its key once, and only that of an issuance of its company and type.
CREATE OR REPLACE FUNCTION "voucher_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changeable TEXT[] := ARRAY['has_pdf'];
BEGIN
  IF TG_OP = 'UPDATE' AND OLD."issuance_id" IS NULL AND NEW."issuance_id" IS NOT NULL THEN
    IF OLD."source" = 'rcel' AND EXISTS (SELECT FROM "public"."issuance" i WHERE i."id" = NEW."issuance_id" AND i."company_id" = NEW."company_id"
        AND i."production" = NEW."production" AND i."voucher_type" = NEW."voucher_type" AND i."idempotency" = NEW."idempotency") THEN
      changeable := changeable || ARRAY['issuance_id', 'idempotency', 'api_key_id', 'user_email', 'source', 'request_id', 'external_reference',
        'payload', 'lines'];
    END IF;
  END IF;
  IF TG_OP = 'DELETE' OR to_jsonb(NEW) - changeable IS DISTINCT FROM to_jsonb(OLD) - changeable THEN
    RAISE EXCEPTION 'voucher % is final: it can neither be edited nor deleted', OLD."id";
  END IF;
  RETURN NEW;
END
$$;

-- Its group is another one then: its source and API key are no longer those of an import. Steps do not know either.
CREATE FUNCTION "recount_claimed"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
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
CREATE TRIGGER "recount_claimed" AFTER UPDATE OF "issuance_id" ON "voucher" FOR EACH ROW
  WHEN (OLD."issuance_id" IS NULL AND NEW."issuance_id" IS NOT NULL) EXECUTE FUNCTION "recount_claimed"();

-- Whoever waits for the key is told as of any voucher.
CREATE FUNCTION "tell_claimed"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM "public"."tell_webhooks"(NEW.company_id, NEW.production, 'invoice.issued', "public"."told_voucher"(NEW.id))
  WHERE "public"."webhooks_listen"(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER "tell_claimed" AFTER UPDATE OF "issuance_id" ON "voucher" FOR EACH ROW
  WHEN (OLD."issuance_id" IS NULL AND NEW."issuance_id" IS NOT NULL) EXECUTE FUNCTION "tell_claimed"();

-- Also from an attempt that had ended: the elements of its key count as issued.
DROP TRIGGER "settle_elements" ON "issuance";
CREATE TRIGGER "settle_elements" AFTER UPDATE ON "issuance" FOR EACH ROW
  WHEN (NEW."batched" AND NEW."state" NOT IN ('queued', 'submitted') AND (OLD."state" IN ('queued', 'submitted')
    OR NEW."state" = 'approved' AND OLD."state" <> 'approved'))
  EXECUTE FUNCTION "settle_elements"();
