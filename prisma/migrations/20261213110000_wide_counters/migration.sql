-- No counter ends that a taking, a retry or a renewal draws from: the ids of numberings have 64 bits.

DROP VIEW tenant.sequence;
DROP VIEW tenant.freed_number;
DROP VIEW tenant.contingency;
ALTER TABLE sequence ALTER COLUMN id TYPE bigint;
ALTER SEQUENCE sequence_id_seq AS bigint;
ALTER TABLE freed_number ALTER COLUMN sequence_id TYPE bigint;
ALTER TABLE contingency ALTER COLUMN probed_sequence_id TYPE bigint;
CREATE VIEW tenant.sequence AS SELECT * FROM public.sequence
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.freed_number AS SELECT * FROM public.freed_number WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.contingency AS SELECT * FROM public.contingency
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;

-- The counters of ids, with the part of each that is left. Of 64 bits JavaScript holds 53.
CREATE FUNCTION counters_left() RETURNS TABLE (counter text, "left" float8)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT c.relname::text, 1 - coalesce(pg_sequence_last_value(s.seqrelid), 0)::float8 / least(s.seqmax, 9007199254740991)
  FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid AND c.relnamespace = 'public'::regnamespace
$$;
REVOKE EXECUTE ON FUNCTION counters_left() FROM PUBLIC;

-- Gives the database another history, unless it has one that is not "seen". The ids of all tables move on, at random, because the same copy
-- may be loaded twice. Those of 64 bits move by more than were given since, and by a 16th of what is left at most. The others are given by
-- administration: thousands are more than can have been lost. Nothing moves before anything was issued.
CREATE OR REPLACE FUNCTION renew_database_life(seen INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  present INTEGER;
  id RECORD;
BEGIN
  PERFORM pg_advisory_xact_lock(7266002);
  present := public.database_timeline();
  IF present <> 0 AND present IS DISTINCT FROM seen THEN
    RETURN present;
  END IF;
  IF seen IS NULL AND NOT EXISTS (SELECT FROM public.database_life) THEN
    RAISE EXCEPTION 'the row of database_life is missing: load it, or say that the database was restored';
  END IF;
  present := 1048576 + floor(random() * 2146435071)::int;
  INSERT INTO public.database_life AS l (timeline, token, place, branch, written_by)
    VALUES (0, present, public.database_place(), public.server_timeline(), pg_current_xact_id())
    ON CONFLICT ("only") DO UPDATE SET token = excluded.token, earlier = (l.token || l.earlier)[:200],
      place = excluded.place, branch = excluded.branch, written_by = excluded.written_by;
  IF EXISTS (SELECT FROM public.issuance) OR EXISTS (SELECT FROM public.voucher) THEN
    FOR id IN
      SELECT s.seqrelid AS counter, coalesce(pg_sequence_last_value(s.seqrelid), 0) AS last,
        CASE WHEN s.seqtypid = 'integer'::regtype THEN 2147483647 ELSE 9007199254740991 END AS most,
        CASE WHEN s.seqtypid = 'integer'::regtype THEN 1000 * (1 + floor(random() * 8)) ELSE 4294967296 * (1 + floor(random() * 128)) END AS step
      FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid AND c.relnamespace = 'public'::regnamespace
      WHERE EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i'))
    LOOP
      PERFORM setval(id.counter::regclass, id.last + greatest(1, least(id.step, (id.most - id.last) / 16))::bigint);
    END LOOP;
  END IF;
  RETURN present;
END
$$;
