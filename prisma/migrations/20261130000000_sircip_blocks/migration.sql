-- The padrón in blocks of some dozens of packed rows: a row for each of three million taxpayers was a minute of work for the database and 320 MB
-- a month, and sales waited beside it. The months that are loaded go: `sircip load` brings them back.

DROP VIEW tenant.sircip_taxpayer;
DROP TABLE sircip_taxpayer;
DROP FUNCTION begin_sircip_load();
DROP FUNCTION end_sircip_load(INTEGER, JSONB, INTEGER);
DELETE FROM sircip_period;

-- A partition for each month, so that one goes as a whole. `taxpayers` is packed and deflated, and only the product reads it
-- (shared/db/sircip/padron-block.ts).
CREATE TABLE sircip_block (
  period integer NOT NULL,
  block integer NOT NULL,
  taxpayers bytea NOT NULL,
  CONSTRAINT sircip_block_pkey PRIMARY KEY (period, block)
) PARTITION BY LIST (period);

-- They are compressed already.
ALTER TABLE sircip_block ALTER COLUMN taxpayers SET STORAGE EXTERNAL;

CREATE VIEW tenant.sircip_block AS SELECT * FROM public.sircip_block;

-- Locks the padrón for a load until the end of its transaction: another load meanwhile is refused (lock_not_available), and waits for nothing.
CREATE FUNCTION lock_sircip_load() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.sircip_period IN SHARE UPDATE EXCLUSIVE MODE NOWAIT;
END
$$;

-- Begins a load of a month, for who has the lock, and tells how many rows the month has so far. What is loaded is filled apart, so nobody reads half
-- of it, and a load that is broken off leaves nothing behind. By the check of the month, attaching it reads no row again; by the target of its
-- tuples, a block is stored in one piece.
CREATE FUNCTION begin_sircip_load(month INTEGER) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  CREATE TABLE public.sircip_loading (LIKE public.sircip_block INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
    WITH (toast_tuple_target = 8160);
  ALTER TABLE public.sircip_loading ADD CONSTRAINT sircip_loading_pkey PRIMARY KEY (period, block);
  EXECUTE format('ALTER TABLE public.sircip_loading ADD CONSTRAINT sircip_loading_month CHECK (period = %s)', month);
  RETURN (SELECT p.rows FROM public.sircip_period p WHERE p.period = month);
END
$$;

-- Ends it: what was loaded is the month from the commit on. The months are kept that are among the newest so many; tells which are not any more.
CREATE FUNCTION end_sircip_load(month INTEGER, of_provinces JSONB, loaded INTEGER, kept INTEGER) RETURNS INTEGER[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  part TEXT := format('sircip_block_%s', month);
  past INTEGER;
  dropped INTEGER[] := ARRAY[]::INTEGER[];
BEGIN
  EXECUTE format('DROP TABLE IF EXISTS public.%I', part);
  EXECUTE format('ALTER TABLE public.sircip_loading RENAME CONSTRAINT sircip_loading_pkey TO %I', part || '_pkey');
  EXECUTE format('ALTER TABLE public.sircip_loading RENAME TO %I', part);
  EXECUTE format('ALTER TABLE public.sircip_block ATTACH PARTITION public.%I FOR VALUES IN (%s)', part, month);
  EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT sircip_loading_month', part);
  INSERT INTO public.sircip_period AS p (period, rows, adhesion) VALUES (month, loaded, of_provinces)
  ON CONFLICT (period) DO UPDATE SET rows = excluded.rows, adhesion = excluded.adhesion, loaded_at = now();
  FOR past IN DELETE FROM public.sircip_period WHERE period IN (SELECT o.period FROM public.sircip_period o ORDER BY o.period DESC OFFSET kept) RETURNING period
  LOOP
    EXECUTE format('DROP TABLE public.%I', format('sircip_block_%s', past));
    dropped := dropped || past;
  END LOOP;
  RETURN dropped;
END
$$;

REVOKE EXECUTE ON FUNCTION lock_sircip_load(), begin_sircip_load(INTEGER), end_sircip_load(INTEGER, JSONB, INTEGER, INTEGER) FROM PUBLIC;
