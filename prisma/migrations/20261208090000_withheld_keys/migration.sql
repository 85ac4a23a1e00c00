-- The database lost the commits of an attempt of the key, which may have been issued under CAEA in them: nothing is asked for before a
-- person has said of every sequence there which numbers are missing. Credit invoices and vouchers under withholding never go out under CAEA,
-- and nobody asks for their numbers there: their keys would wait for ever.
CREATE OR REPLACE FUNCTION awaits_verification(issuance_id BIGINT) RETURNS BOOLEAN LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i
    JOIN public.point_of_sale p ON p.company_id = i.company_id AND p.production = i.production AND p.authorized_by = 'CAEA'
    WHERE i.id = $1 AND i.voucher_type NOT IN (51, 52, 53) AND i.voucher_type NOT BETWEEN 201 AND 213
      AND (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline())
      AND NOT EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.pos_number = p.number AND s.voucher_type = i.voucher_type AND s.last_number IS NOT NULL AND public.is_verified(s)))
$$;
