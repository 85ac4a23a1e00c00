-- A month that is loaded again is compared by a hash of each row: joined whole, two months of three million rows take 38 s, because they do not
-- fit in memory, and so 3 s. The rest of the function is as it was.

-- Ends it: what was loaded is the month from the commit on. Tells how many rows the month has gained, which differ, and which it has lost,
-- against what it had. The months are kept that are among the newest so many.
CREATE OR REPLACE FUNCTION end_sircip_load(month INTEGER, of_provinces JSONB, kept INTEGER)
RETURNS TABLE (added INTEGER, changed INTEGER, gone INTEGER, dropped INTEGER[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  part TEXT := format('sircip_taxpayer_%s', month);
  past INTEGER;
  loaded INTEGER;
BEGIN
  ALTER TABLE public.sircip_loading ADD CONSTRAINT sircip_loading_pkey PRIMARY KEY (cuit);
  -- With this, attaching reads no row again.
  EXECUTE format('ALTER TABLE public.sircip_loading ADD CONSTRAINT sircip_loading_month CHECK (period = %s)', month);
  SELECT count(*) INTO loaded FROM public.sircip_loading;
  IF to_regclass(format('public.%I', part)) IS NULL THEN
    added := loaded;
    changed := 0;
    gone := 0;
  ELSE
    EXECUTE format('SELECT count(*) FILTER (WHERE o.cuit IS NULL)::int, count(*) FILTER (WHERE n.cuit IS NULL)::int,
        count(*) FILTER (WHERE n.hash <> o.hash)::int
      FROM (SELECT cuit, hash_record_extended(ROW(seat, crc, letter, digits, name), 0) AS hash FROM public.sircip_loading) n
      FULL JOIN (SELECT cuit, hash_record_extended(ROW(seat, crc, letter, digits, name), 0) AS hash FROM public.%I) o ON o.cuit = n.cuit', part)
      INTO added, gone, changed;
    EXECUTE format('DROP TABLE public.%I', part);
  END IF;
  EXECUTE format('ALTER TABLE public.sircip_loading RENAME CONSTRAINT sircip_loading_pkey TO %I', part || '_pkey');
  EXECUTE format('ALTER TABLE public.sircip_loading RENAME TO %I', part);
  EXECUTE format('ALTER TABLE public.sircip_taxpayer ATTACH PARTITION public.%I FOR VALUES IN (%s)', part, month);
  EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT sircip_loading_month', part);
  INSERT INTO public.sircip_period AS p (period, rows, adhesion) VALUES (month, loaded, of_provinces)
  ON CONFLICT (period) DO UPDATE SET rows = excluded.rows, adhesion = excluded.adhesion, loaded_at = now();
  dropped := ARRAY[]::INTEGER[];
  FOR past IN DELETE FROM public.sircip_period WHERE period IN (SELECT o.period FROM public.sircip_period o ORDER BY o.period DESC OFFSET kept) RETURNING period
  LOOP
    EXECUTE format('DROP TABLE public.%I', format('sircip_taxpayer_%s', past));
    dropped := dropped || past;
  END LOOP;
  RETURN NEXT;
END
$$;
