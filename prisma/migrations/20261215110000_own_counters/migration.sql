-- A new history moves the counters of our own tables alone. A table that somebody else made in this schema has another owner: to move its
-- counter is refused, and then no process could begin a new history.
CREATE OR REPLACE FUNCTION renew_database_life(seen INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  present INTEGER;
  id RECORD;
BEGIN
  LOCK TABLE public.database_life IN SHARE UPDATE EXCLUSIVE MODE;
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
        AND c.relowner = (SELECT relowner FROM pg_class WHERE oid = 'public.database_life'::regclass)
      WHERE EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i'))
    LOOP
      PERFORM setval(id.counter::regclass, id.last + greatest(1, least(id.step, (id.most - id.last) / 16))::bigint);
    END LOOP;
  END IF;
  RETURN present;
END
$$;
