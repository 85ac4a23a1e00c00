-- Who waits for a lock looks after the lock. A STABLE function reads with the snapshot of the statement that calls it. A statement that waited
-- for a row would judge the key by the vouchers of before the wait. Each query of a VOLATILE function has a snapshot of its own. So all functions
-- that decide about a key are VOLATILE, and are called once the row is locked. Source: issuer/README.md, section 4, "What a commit looks at".

-- It was imported while its numbering was unverified, or where a number was known to be missing: so it may be a voucher of ours that the database
-- forgot. In other numberings another system made it.
ALTER TABLE voucher ADD COLUMN while_unverified boolean NOT NULL DEFAULT false;
CREATE OR REPLACE VIEW tenant.voucher AS SELECT * FROM public.voucher
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;

-- When a voucher was found under the number and compared with what was declared here: it is another sale's, and nothing of this can be granted any more.
ALTER TABLE freed_number ADD COLUMN compared_at timestamptz(3);
CREATE OR REPLACE VIEW tenant.freed_number AS SELECT * FROM public.freed_number WHERE false WITH CHECK OPTION;

-- No commit of the sequence can be missing: it was verified on the present history.
CREATE OR REPLACE FUNCTION is_verified(s sequence) RETURNS BOOLEAN LANGUAGE sql VOLATILE AS $$
  SELECT NOT s.unverified AND s.timeline IS NOT DISTINCT FROM public.database_timeline()
$$;

-- A voucher with these has the date, the receiver, the total and the currency that were declared.
CREATE FUNCTION is_of_sale(declared JSONB, voucher_date TEXT, doc_type INTEGER, doc_number TEXT, total NUMERIC, currency TEXT)
  RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT voucher_date = declared ->> 'voucherDate' AND doc_type = (declared ->> 'docType')::int AND trim(doc_number) = declared ->> 'docNumber'
    AND total = (declared ->> 'total')::numeric AND currency = declared ->> 'currency'
$$;

-- A request under the freed number may still bring its key a voucher, or has. That ends by evidence about the voucher, never by a count: it has a
-- key, or it is another sale's in receiver, date, total or currency. An imported one without a key that equals what was declared ends nothing.
CREATE FUNCTION is_in_doubt(f freed_number) RETURNS BOOLEAN LANGUAGE sql VOLATILE AS $$
  SELECT f.compared_at IS NULL AND NOT EXISTS (SELECT FROM public.sequence s
    JOIN public.voucher v ON v.company_id = s.company_id AND v.production = s.production AND v.pos_number = s.pos_number
      AND v.voucher_type = s.voucher_type AND v.voucher_number = f.number
    WHERE s.id = f.sequence_id AND (v.issuance_id IS NOT NULL
      OR NOT public.is_of_sale(f.declared, v.voucher_date, v.doc_type, v.doc_number, v.total_amount, v.currency)))
$$;

-- The database lost the commits of an attempt of the key, and one of these vouchers may be the key's, while no look-up under a later number
-- shows it. Vouchers without a key were made since: in its own sequence, under CAEA for one of its type, or anywhere in the company where the
-- database may have forgotten it. Or numbers are missing, as a person said since or as a forgotten sequence shows, and not each of them is known.
CREATE OR REPLACE FUNCTION may_be_imported(issuance_id BIGINT) RETURNS BOOLEAN LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i
    WHERE i.id = $1 AND (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline()) AND (
      EXISTS (SELECT FROM public.voucher v WHERE v.company_id = i.company_id AND v.production = i.production AND v.issuance_id IS NULL
        AND v.created_at >= least(i.suspect_since, i.armed_at) - interval '10 minutes'
        AND (v.while_unverified OR v.voucher_type = i.voucher_type AND (v.pos_number = i.pos_number OR v.caea)))
      OR EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.missing_at >= least(i.suspect_since, i.armed_at) - interval '10 minutes'
        AND (s.voucher_type = i.voucher_type OR NOT EXISTS (SELECT FROM public.point_of_sale p WHERE p.company_id = s.company_id
          AND p.production = s.production AND p.number = s.pos_number AND p.authorized_by = 'CAEA'))
        AND (SELECT count(*) FROM public.voucher v WHERE v.company_id = s.company_id AND v.production = s.production
          AND v.pos_number = s.pos_number AND v.voucher_type = s.voucher_type
          AND v.voucher_number BETWEEN s.missing_from AND s.missing_to) <= s.missing_to - s.missing_from)))
$$;

-- The database lost the commits of an attempt of the key. It may have been sent in them for another numbering of the company, which is not verified
-- since: a voucher there would not be seen where the key is sent now. Of those under CAEA this is for what could have gone there, of whatever type.
CREATE FUNCTION others_unverified(issuance_id BIGINT) RETURNS BOOLEAN LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i
    JOIN public.sequence s ON s.company_id = i.company_id AND s.production = i.production
    WHERE i.id = $1 AND (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline())
      AND (s.pos_number, s.voucher_type) <> (i.pos_number, i.voucher_type) AND NOT public.is_verified(s)
      AND (s.last_number IS NOT NULL AND i.voucher_type NOT IN (51, 52, 53) AND i.voucher_type NOT BETWEEN 201 AND 213
        OR NOT EXISTS (SELECT FROM public.point_of_sale p WHERE p.company_id = s.company_id AND p.production = s.production
          AND p.number = s.pos_number AND p.authorized_by = 'CAEA')))
$$;

-- Either of the two. First what a verification ends, then what the import before it began: between two looks both may be committed.
CREATE FUNCTION may_be_hidden(issuance_id BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path = pg_catalog, public AS $$
BEGIN
  IF public.others_unverified($1) THEN
    RETURN true;
  END IF;
  RETURN public.may_be_imported($1);
END
$$;

-- A voucher of the key may exist that nothing here shows: a freed number of it is in doubt, or the database lost the commits of an attempt. The
-- latter is over once every sequence of the company is verified, the key's own among them, and no voucher without a key was imported that was
-- made since the attempt, or may be the key's. Ten minutes are for the authority's clock.
CREATE OR REPLACE FUNCTION is_suspect(issuance_id BIGINT) RETURNS BOOLEAN LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i WHERE i.id = $1 AND (
    EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id AND public.is_in_doubt(f))
    OR (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline()) AND (
      EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production AND NOT public.is_verified(s))
      OR NOT EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.pos_number = i.pos_number AND s.voucher_type = i.voucher_type)
      OR EXISTS (SELECT FROM public.voucher v WHERE v.company_id = i.company_id AND v.production = i.production AND v.issuance_id IS NULL
        AND v.created_at >= least(i.suspect_since, i.armed_at) - interval '10 minutes')
      OR public.may_be_imported(i.id))))
$$;

-- The database lost the commits of an attempt of the key, which may have been issued under CAEA in them: nothing is asked for before a
-- person has said of every sequence there which numbers are missing. Credit invoices and vouchers under withholding never go out under CAEA,
-- and nobody asks for their numbers there: their keys would wait for ever.
CREATE OR REPLACE FUNCTION awaits_verification(issuance_id BIGINT) RETURNS BOOLEAN LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i
    JOIN public.point_of_sale p ON p.company_id = i.company_id AND p.production = i.production AND p.authorized_by = 'CAEA'
    WHERE i.id = $1 AND i.voucher_type NOT IN (51, 52, 53) AND i.voucher_type NOT BETWEEN 201 AND 213
      AND (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline())
      AND NOT EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.pos_number = p.number AND s.voucher_type = i.voucher_type AND s.last_number IS NOT NULL AND public.is_verified(s)))
$$;

REVOKE EXECUTE ON FUNCTION others_unverified(bigint), may_be_hidden(bigint) FROM PUBLIC;
