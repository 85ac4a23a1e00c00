-- SIRCIP: how a company is its agent, the padrón of each month, and on which day each province begins. See shared/db/sircip.

-- {"from", "ownPerceptions", "exempt"}. NULL: it is no agent.
ALTER TABLE company ADD COLUMN sircip JSONB;
CREATE OR REPLACE VIEW tenant.company AS SELECT * FROM public.company WHERE id = tenant.own_company() WITH CHECK OPTION;

-- The months that are loaded. `adhesion` is what the digits of all rows say of each province, by its jurisdiction: to count them again would
-- read millions of rows.
CREATE TABLE sircip_period (
  period INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  adhesion JSONB NOT NULL,
  loaded_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT sircip_period_pkey PRIMARY KEY (period)
);

-- A partition for each month, so that one goes as a whole. It has millions of rows: the wide columns come first, nothing is padded, and the 24
-- digits from 924 down to 901 are 12 bytes, which read the same in hexadecimal. A CUIT is unique in its month by the partition's own primary
-- key: one of the whole table would need the month in each entry.
CREATE TABLE sircip_taxpayer (
  cuit BIGINT NOT NULL,
  period INTEGER NOT NULL,
  seat SMALLINT NOT NULL,
  crc SMALLINT NOT NULL,
  letter "char" NOT NULL,
  digits BYTEA NOT NULL,
  name TEXT NOT NULL
) PARTITION BY LIST (period);

-- On which day a province begins. NULL: never, as without a row.
CREATE TABLE sircip_province (
  state_id INTEGER NOT NULL,
  starts DATE,
  set_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT sircip_province_pkey PRIMARY KEY (state_id)
);

-- The padrón is nobody's data: every company reads the same.
CREATE VIEW tenant.sircip_period AS SELECT * FROM public.sircip_period;
CREATE VIEW tenant.sircip_taxpayer AS SELECT * FROM public.sircip_taxpayer;
CREATE VIEW tenant.sircip_province AS SELECT * FROM public.sircip_province;

-- Begins a load, which ends with its transaction: another one meanwhile is refused (lock_not_available), and waits for nothing. What is loaded is
-- filled apart, so nobody sees half of it, and a load that is broken off leaves nothing behind.
CREATE FUNCTION begin_sircip_load() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.sircip_period IN SHARE UPDATE EXCLUSIVE MODE NOWAIT;
  CREATE TABLE public.sircip_loading (LIKE public.sircip_taxpayer INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE);
END
$$;

-- Ends it: what was loaded is the month from the commit on. Tells how many rows the month has gained, which differ, and which it has lost,
-- against what it had. The months are kept that are among the newest so many.
CREATE FUNCTION end_sircip_load(month INTEGER, of_provinces JSONB, kept INTEGER)
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
        count(*) FILTER (WHERE n.cuit = o.cuit AND (n.seat, n.crc, n.letter, n.digits, n.name) <> (o.seat, o.crc, o.letter, o.digits, o.name))::int
      FROM public.sircip_loading n FULL JOIN public.%I o ON o.cuit = n.cuit', part) INTO added, gone, changed;
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

REVOKE EXECUTE ON FUNCTION begin_sircip_load(), end_sircip_load(INTEGER, JSONB, INTEGER) FROM PUBLIC;
