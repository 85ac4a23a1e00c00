-- Every way back of the database is noticed. Its histories have numbers of their own from now on: `database_timeline` gives the number of
-- the present one, and the columns `timeline` hold them. Until the first loss it is PostgreSQL's timeline, so that all rows stay as they are.

-- The server and the database in it: a copy by template has another oid.
CREATE FUNCTION "database_place"() RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || (SELECT oid FROM pg_database WHERE datname = current_database())
$$;

-- PostgreSQL's own timeline: another one after a failover or a recovery.
CREATE FUNCTION "server_timeline"() RETURNS INTEGER LANGUAGE sql VOLATILE AS $$
  SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
$$;

-- "timeline" stays what it was: the history on which the database began.
ALTER TABLE "database_life"
  -- The present history, and those before it.
  ADD COLUMN "token" INTEGER,
  ADD COLUMN "earlier" INTEGER[] NOT NULL DEFAULT '{}',
  -- Where the row was written, and in which transaction: a row that a dump brought has another xmin.
  ADD COLUMN "place" TEXT,
  ADD COLUMN "branch" INTEGER,
  ADD COLUMN "written_by" XID8;

-- What another server took last may lack commits. From now on no server is compared; the version before does it, and finds the present one.
UPDATE "sequence" SET "unverified" = true
  WHERE "timeline" IS NOT NULL AND "server" IS DISTINCT FROM (SELECT system_identifier FROM pg_control_system());
ALTER TABLE "sequence" ALTER COLUMN "server" SET DEFAULT (pg_control_system()).system_identifier;
UPDATE "database_life" SET "timeline" = 0 WHERE "server" <> (SELECT system_identifier FROM pg_control_system());
-- A database in which nothing was issued begins with a number that no other has: rows of another are strange to it.
UPDATE "database_life" SET "token" = CASE WHEN EXISTS (SELECT FROM "sequence") OR EXISTS (SELECT FROM "issuance") THEN "database_timeline"()
    ELSE 1048576 + floor(random() * 2146435071)::int END,
  "place" = "database_place"(), "branch" = "server_timeline"(), "written_by" = pg_current_xact_id();
UPDATE "database_life" SET "timeline" = "token", "written_by" = pg_current_xact_id()
  WHERE "token" > 1048575;

ALTER TABLE "database_life"
  ALTER COLUMN "token" SET NOT NULL,
  ALTER COLUMN "place" SET NOT NULL,
  ALTER COLUMN "branch" SET NOT NULL,
  ALTER COLUMN "written_by" SET NOT NULL;

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."database_life" AS SELECT * FROM "public"."database_life" WHERE false WITH CHECK OPTION;

-- The number of the present history. 0, which is never given, while the database has gone back and that is not noted yet.
CREATE OR REPLACE FUNCTION "database_timeline"() RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  here TEXT := current_setting('talonario.place', true);
BEGIN
  -- A session stays on its server and in its database, and asking for the server reads a file.
  IF coalesce(here, '') = '' THEN
    here := set_config('talonario.place', public.database_place(), false);
  END IF;
  RETURN coalesce((SELECT l.token FROM public.database_life l
    WHERE l.place = here AND l.xmin::text::bigint = l.written_by::text::bigint & 4294967295 AND l.branch = public.server_timeline()), 0);
END
$$;

-- Gives the database another history, unless it has one that is not "seen". The ids of all tables move on, at random, because the same copy
-- may be loaded twice: by more than were given since, and by a 16th of what is left at most. Nothing moves before anything was issued.
CREATE FUNCTION "renew_database_life"("seen" INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
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
  INSERT INTO public.database_life AS l (server, timeline, token, place, branch, written_by)
    VALUES (0, 0, present, public.database_place(), public.server_timeline(), pg_current_xact_id())
    ON CONFLICT ("only") DO UPDATE SET token = excluded.token, earlier = (l.token || l.earlier)[:200],
      place = excluded.place, branch = excluded.branch, written_by = excluded.written_by;
  IF EXISTS (SELECT FROM public.issuance) OR EXISTS (SELECT FROM public.voucher) THEN
    FOR id IN
      SELECT s.seqrelid AS counter, coalesce(pg_sequence_last_value(s.seqrelid), 0) AS last,
        CASE WHEN s.seqtypid = 'integer'::regtype THEN 2147483647 ELSE 9007199254740991 END AS most,
        CASE WHEN s.seqtypid = 'integer'::regtype THEN 1000000 ELSE 4294967296 END AS step
      FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid AND c.relnamespace = 'public'::regnamespace
      WHERE EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i'))
    LOOP
      PERFORM setval(id.counter::regclass, id.last + greatest(1, least(id.step * (1 + floor(random() * 128)), (id.most - id.last) / 16))::bigint);
    END LOOP;
  END IF;
  RETURN present;
END
$$;

-- For whoever may only notice a way back, and not say so of its own.
CREATE FUNCTION "notice_database_loss"() RETURNS INTEGER LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT public.renew_database_life(NULL)
$$;
REVOKE EXECUTE ON FUNCTION "renew_database_life"(INTEGER), "notice_database_loss"() FROM PUBLIC;

-- No commit of the sequence can be missing: it was verified on the present history.
CREATE OR REPLACE FUNCTION "is_verified"("s" "sequence") RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT NOT s.unverified AND s.timeline IS NOT DISTINCT FROM public.database_timeline()
$$;
