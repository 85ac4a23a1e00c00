-- What cannot be added to the sums fails its own INSERT, as it did before it was only noted. Noted, it would stop the sums of all companies.
CREATE OR REPLACE FUNCTION "count_vouchers"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  INSERT INTO "public"."voucher_uncounted"
  SELECT company_id, production, id, voucher_date, created_at, pos_number, voucher_type, doc_type, doc_number, status, source, api_key_id, total_amount
  FROM added
  -- As in "steps_of": each of these casts fails, or is true.
  WHERE voucher_date::date - date '1970-01-01' IS NOT NULL AND trunc(total_amount)::bigint IS NOT NULL
    AND floor(date_part('epoch', created_at))::bigint IS NOT NULL;
  RETURN NULL;
END
$$;

-- Issuers of the version before add nothing to the sums: the listings would read ever more vouchers one by one. So every thousandth voucher adds
-- some, once much waits; while an issuer does it every second, so much never does. An ordinary voucher does not even look.
CREATE FUNCTION "fold_what_waits"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  flushed TEXT := current_setting('synchronous_commit');
BEGIN
  IF EXISTS (SELECT FROM "public"."voucher_uncounted" OFFSET 5000 LIMIT 1) THEN
    PERFORM "public"."fold_voucher_counts"(2000);
    -- The sums may be forgotten in a crash, and the voucher may not: its commit waits for the disk as before.
    PERFORM set_config('synchronous_commit', flushed, true);
  END IF;
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RAISE WARNING 'what waits for the sums was not added: %', SQLERRM;
  RETURN NULL;
END
$$;
CREATE TRIGGER "fold_what_waits" AFTER INSERT ON "voucher" FOR EACH ROW WHEN (NEW."id" % 1000 = 0) EXECUTE FUNCTION "fold_what_waits"();
