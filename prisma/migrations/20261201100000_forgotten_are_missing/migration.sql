-- When the database forgot a sequence, the numbers up to the last one that the authority tells of it are missing, too. A voucher with a CAE is
-- of the key's own sequence, and one under CAEA may be of any at a point of sale that stands in.

CREATE OR REPLACE FUNCTION "may_be_imported"("issuance_id" INTEGER) RETURNS BOOLEAN LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i
    WHERE i.id = $1 AND (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline()) AND (
      EXISTS (SELECT FROM public.voucher v WHERE v.company_id = i.company_id AND v.production = i.production
        AND v.voucher_type = i.voucher_type AND (v.pos_number = i.pos_number OR v.caea) AND v.issuance_id IS NULL
        AND v.created_at >= least(i.suspect_since, i.armed_at) - interval '10 minutes')
      OR EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.voucher_type = i.voucher_type AND s.missing_at >= least(i.suspect_since, i.armed_at) - interval '10 minutes'
        AND (s.pos_number = i.pos_number OR EXISTS (SELECT FROM public.point_of_sale p WHERE p.company_id = s.company_id
          AND p.production = s.production AND p.number = s.pos_number AND p.authorized_by = 'CAEA'))
        AND (SELECT count(*) FROM public.voucher v WHERE v.company_id = s.company_id AND v.production = s.production
          AND v.pos_number = s.pos_number AND v.voucher_type = s.voucher_type
          AND v.voucher_number BETWEEN s.missing_from AND s.missing_to) <= s.missing_to - s.missing_from)))
$$;
