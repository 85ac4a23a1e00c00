-- Doubt about a key outlives its attempts. Source: issuer/README.md, section 3, "A key in doubt".
ALTER TABLE "issuance"
  -- An attempt from then on may have been granted in commits that the database lost. NULL: none may.
  ADD COLUMN "suspect_since" TIMESTAMPTZ(3),
  -- An operator has closed the key: its voucher stands elsewhere.
  ADD COLUMN "barred" BOOLEAN NOT NULL DEFAULT false,
  -- A request for its number went out with a ticket that lists the company, or may list it. Until the write-ahead says so, it may have.
  ADD COLUMN "listed" BOOLEAN NOT NULL DEFAULT true;

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."issuance" AS SELECT * FROM "public"."issuance"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;

-- No commit of the sequence can be missing: it was verified on this server and on this timeline.
CREATE FUNCTION "is_verified"("s" "sequence") RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT NOT s.unverified AND s.timeline IS NOT DISTINCT FROM public.database_timeline()
    AND s.server IS NOT DISTINCT FROM (SELECT system_identifier FROM pg_control_system())
$$;

-- A voucher of the key may exist that nothing here shows: a number of it was freed and is not taken yet, or the database lost the
-- commits of an attempt. The latter is over once every sequence of the company is verified, and no voucher without a key was imported that
-- was made since the attempt. Ten minutes are for the authority's clock.
CREATE FUNCTION "is_suspect"("issuance_id" INTEGER) RETURNS BOOLEAN LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i WHERE i.id = $1 AND (
    EXISTS (SELECT FROM public.freed_number f JOIN public.sequence s ON s.id = f.sequence_id
      WHERE f.issuance_id = i.id AND f.number > coalesce(s.last_number, 0))
    OR (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline()) AND (
      EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production AND NOT public.is_verified(s))
      OR EXISTS (SELECT FROM public.voucher v WHERE v.company_id = i.company_id AND v.production = i.production AND v.issuance_id IS NULL
        AND v.created_at >= least(i.suspect_since, i.armed_at) - interval '10 minutes'))))
$$;

-- The database lost the commits of an attempt of the key, which may have been issued under CAEA in them: nothing is asked for before a
-- person has said of every sequence there which numbers are missing.
CREATE FUNCTION "awaits_verification"("issuance_id" INTEGER) RETURNS BOOLEAN LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM public.issuance i
    JOIN public.point_of_sale p ON p.company_id = i.company_id AND p.production = i.production AND p.authorized_by = 'CAEA'
    WHERE i.id = $1 AND (i.suspect_since IS NOT NULL OR i.timeline <> public.database_timeline())
      AND NOT EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.pos_number = p.number AND s.voucher_type = i.voucher_type AND s.last_number IS NOT NULL AND public.is_verified(s)))
$$;

REVOKE EXECUTE ON FUNCTION "is_suspect"(INTEGER), "awaits_verification"(INTEGER) FROM PUBLIC;
