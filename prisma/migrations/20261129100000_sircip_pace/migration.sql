-- The load of a padrón in small steps. Its rows are committed as they come: one transaction of a minute would keep PostgreSQL from clearing away
-- old versions of rows, so that each sale read through more of them. Its index grows with the rows, and they are compared with the month's earlier
-- ones as they come: neither is a statement of seconds at the end, beside which a sale would wait for a processor.

DROP FUNCTION begin_sircip_load();
DROP FUNCTION end_sircip_load(INTEGER, JSONB, INTEGER);

-- Locks the padrón for a load until the end of its transaction, which writes nothing before that: another load meanwhile is refused
-- (lock_not_available), and waits for nothing.
CREATE FUNCTION lock_sircip_load() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.sircip_period IN SHARE UPDATE EXCLUSIVE MODE NOWAIT;
END
$$;

-- Removes what a load has filled.
CREATE FUNCTION clear_sircip_load() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DROP TABLE IF EXISTS public.sircip_loading;
END
$$;

-- Begins a load of a month, for who has the lock. What is loaded is filled apart, so nobody reads half of it; what a load left that was broken off
-- is removed. By the check of the month, attaching it reads no row again. Tells whether the month is there already.
CREATE FUNCTION begin_sircip_load(month INTEGER) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.clear_sircip_load();
  CREATE TABLE public.sircip_loading (LIKE public.sircip_taxpayer INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
    WITH (autovacuum_enabled = false);
  ALTER TABLE public.sircip_loading ADD CONSTRAINT sircip_loading_pkey PRIMARY KEY (cuit);
  EXECUTE format('ALTER TABLE public.sircip_loading ADD CONSTRAINT sircip_loading_month CHECK (period = %s)', month);
  RETURN EXISTS (SELECT FROM public.sircip_period p WHERE p.period = month);
END
$$;

-- Ends it: what was loaded is the month from the commit on. Tells how many rows the month had before. The months are kept that are among the
-- newest so many.
CREATE FUNCTION end_sircip_load(month INTEGER, of_provinces JSONB, loaded INTEGER, kept INTEGER)
RETURNS TABLE (earlier INTEGER, dropped INTEGER[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  part TEXT := format('sircip_taxpayer_%s', month);
  past INTEGER;
BEGIN
  earlier := coalesce((SELECT p.rows FROM public.sircip_period p WHERE p.period = month), 0);
  EXECUTE format('DROP TABLE IF EXISTS public.%I', part);
  EXECUTE format('ALTER TABLE public.sircip_loading RENAME CONSTRAINT sircip_loading_pkey TO %I', part || '_pkey');
  EXECUTE format('ALTER TABLE public.sircip_loading RENAME TO %I', part);
  EXECUTE format('ALTER TABLE public.sircip_taxpayer ATTACH PARTITION public.%I FOR VALUES IN (%s)', part, month);
  EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT sircip_loading_month', part);
  EXECUTE format('ALTER TABLE public.%I RESET (autovacuum_enabled)', part);
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

REVOKE EXECUTE ON FUNCTION lock_sircip_load(), clear_sircip_load(), begin_sircip_load(INTEGER), end_sircip_load(INTEGER, JSONB, INTEGER, INTEGER) FROM PUBLIC;
