-- Three gaps in what is said of a key in doubt. The version before calls the first two by the same names.

-- Also while the database has forgotten the key's own sequence altogether: that every other sequence is verified says nothing of it.
CREATE OR REPLACE FUNCTION "is_suspect"("issuance_id" INTEGER) RETURNS BOOLEAN LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i WHERE i.id = $1 AND (
    EXISTS (SELECT FROM public.freed_number f JOIN public.sequence s ON s.id = f.sequence_id
      WHERE f.issuance_id = i.id AND f.number > coalesce(s.last_number, 0))
    OR (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline()) AND (
      EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production AND NOT public.is_verified(s))
      OR NOT EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.pos_number = i.pos_number AND s.voucher_type = i.voucher_type)
      OR EXISTS (SELECT FROM public.voucher v WHERE v.company_id = i.company_id AND v.production = i.production AND v.issuance_id IS NULL
        AND v.created_at >= least(i.suspect_since, i.armed_at) - interval '10 minutes'))))
$$;

-- Credit invoices never go out under CAEA, and nobody asks for their numbers there: their keys would wait for ever.
CREATE OR REPLACE FUNCTION "awaits_verification"("issuance_id" INTEGER) RETURNS BOOLEAN LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i
    JOIN public.point_of_sale p ON p.company_id = i.company_id AND p.production = i.production AND p.authorized_by = 'CAEA'
    WHERE i.id = $1 AND i.voucher_type NOT BETWEEN 201 AND 213
      AND (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline())
      AND NOT EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.pos_number = p.number AND s.voucher_type = i.voucher_type AND s.last_number IS NOT NULL AND public.is_verified(s)))
$$;

-- The database lost the commits of an attempt of the key, and vouchers that no key has claimed were imported since, in its sequence or in
-- one under CAEA: one of them may be the key's, and no look-up under a later number shows it.
CREATE FUNCTION "may_be_imported"("issuance_id" INTEGER) RETURNS BOOLEAN LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i JOIN public.voucher v ON v.company_id = i.company_id AND v.production = i.production
      AND v.voucher_type = i.voucher_type AND (v.pos_number = i.pos_number OR v.caea) AND v.issuance_id IS NULL
    WHERE i.id = $1 AND (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline())
      AND v.created_at >= least(i.suspect_since, i.armed_at) - interval '10 minutes')
$$;
REVOKE EXECUTE ON FUNCTION "may_be_imported"(INTEGER) FROM PUBLIC;
