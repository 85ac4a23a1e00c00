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
