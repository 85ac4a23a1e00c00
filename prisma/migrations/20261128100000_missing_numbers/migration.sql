-- After a loss a person says the last number that was issued under CAEA, and so that of the numbers before it nothing is known here. Whose
-- those vouchers are only the shop knows: a key that may have one of them is not issued again before each is known.

ALTER TABLE "sequence"
  ADD COLUMN "missing_from" INTEGER,
  ADD COLUMN "missing_to" INTEGER,
  ADD COLUMN "missing_at" TIMESTAMPTZ(3);

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."sequence" AS SELECT * FROM "public"."sequence"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;

-- The database lost the commits of an attempt of the key, and one of these vouchers may be the key's, while no look-up under a later number
-- shows it: vouchers that no key has claimed were imported since, in its sequence or in one under CAEA; or a person said since that some
-- are missing there, and not each of them is known.
CREATE OR REPLACE FUNCTION "may_be_imported"("issuance_id" INTEGER) RETURNS BOOLEAN LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i
    WHERE i.id = $1 AND (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline()) AND (
      EXISTS (SELECT FROM public.voucher v WHERE v.company_id = i.company_id AND v.production = i.production
        AND v.voucher_type = i.voucher_type AND (v.pos_number = i.pos_number OR v.caea) AND v.issuance_id IS NULL
        AND v.created_at >= least(i.suspect_since, i.armed_at) - interval '10 minutes')
      OR EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.voucher_type = i.voucher_type AND s.missing_at >= least(i.suspect_since, i.armed_at) - interval '10 minutes'
        AND (SELECT count(*) FROM public.voucher v WHERE v.company_id = s.company_id AND v.production = s.production
          AND v.pos_number = s.pos_number AND v.voucher_type = s.voucher_type
          AND v.voucher_number BETWEEN s.missing_from AND s.missing_to) <= s.missing_to - s.missing_from)))
$$;

-- As before, and for as long as such a voucher may be its own.
CREATE OR REPLACE FUNCTION "is_suspect"("issuance_id" INTEGER) RETURNS BOOLEAN LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i WHERE i.id = $1 AND (
    EXISTS (SELECT FROM public.freed_number f JOIN public.sequence s ON s.id = f.sequence_id
      WHERE f.issuance_id = i.id AND f.number > coalesce(s.last_number, 0))
    OR (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline()) AND (
      EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production AND NOT public.is_verified(s))
      OR NOT EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.pos_number = i.pos_number AND s.voucher_type = i.voucher_type)
      OR EXISTS (SELECT FROM public.voucher v WHERE v.company_id = i.company_id AND v.production = i.production AND v.issuance_id IS NULL
        AND v.created_at >= least(i.suspect_since, i.armed_at) - interval '10 minutes')
      OR public.may_be_imported(i.id))))
$$;
