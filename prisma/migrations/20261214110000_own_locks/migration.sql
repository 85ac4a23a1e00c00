-- A role can take any number of PostgreSQL's advisory locks, and hold up whoever waits for one. So what may not happen twice at once waits
-- for rows and tables on which no process has a right.

-- The table as a whole: sums of vouchers and months, one of them at a time. A row: the credits of the vouchers whose ids end in its slot, or
-- one point of sale.
CREATE TABLE work_lock (slot integer PRIMARY KEY);
INSERT INTO work_lock SELECT generate_series(0, 255);
CREATE VIEW tenant.work_lock AS SELECT * FROM public.work_lock WHERE false WITH CHECK OPTION;

-- Until the transaction ends. False when another one has it. Nothing is written.
CREATE FUNCTION holds_upkeep() RETURNS BOOLEAN LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.work_lock IN SHARE UPDATE EXCLUSIVE MODE NOWAIT;
  RETURN true;
EXCEPTION
  WHEN lock_not_available THEN RETURN false;
END
$$;

-- Waits, and holds it until the transaction ends. A transaction takes one.
CREATE FUNCTION hold_slot(number BIGINT) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.work_lock w WHERE w.slot = (number & 255)::int FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'rows of work_lock are missing: INSERT INTO work_lock SELECT generate_series(0, 255) ON CONFLICT DO NOTHING';
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION fold_voucher_counts(most INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  folded INTEGER;
BEGIN
  IF NOT public.holds_upkeep() THEN
    RETURN 0;
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true);
  WITH taken AS (
    DELETE FROM public.voucher_uncounted u
    WHERE (u.company_id, u.production, u.id) IN (SELECT o.company_id, o.production, o.id FROM public.voucher_uncounted o LIMIT most)
    RETURNING u AS v
  ),
  counted AS (
    INSERT INTO public.voucher_count AS kept
    SELECT (t.v).company_id, (t.v).production, s.span, s.period, (t.v).pos_number, (t.v).voucher_type, (t.v).doc_type, s.document,
      (t.v).status, (t.v).source, (t.v).api_key_id, count(*), min((t.v).id), max((t.v).id), min((t.v).created_at), max((t.v).created_at)
    FROM taken t CROSS JOIN LATERAL public.spans_of(t.v) s
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ON CONFLICT (company_id, production, span, period, pos_number, voucher_type, doc_type, coalesce(doc_number, ''), status, source,
      coalesce(api_key_id, 0))
    DO UPDATE SET vouchers = kept.vouchers + excluded.vouchers,
      first_id = least(kept.first_id, excluded.first_id), last_id = greatest(kept.last_id, excluded.last_id),
      first_created_at = least(kept.first_created_at, excluded.first_created_at),
      last_created_at = greatest(kept.last_created_at, excluded.last_created_at)
  ),
  stepped AS (
    INSERT INTO public.voucher_step AS kept
    SELECT (t.v).company_id, (t.v).production, s.field, s.start, (t.v).voucher_type, count(*), min((t.v).id), max((t.v).id),
      min((t.v).voucher_date), max((t.v).voucher_date)
    FROM taken t CROSS JOIN LATERAL public.steps_of(t.v) s
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (company_id, production, field, start, voucher_type)
    DO UPDATE SET vouchers = kept.vouchers + excluded.vouchers,
      first_id = least(kept.first_id, excluded.first_id), last_id = greatest(kept.last_id, excluded.last_id),
      first_voucher_date = least(kept.first_voucher_date, excluded.first_voucher_date),
      last_voucher_date = greatest(kept.last_voucher_date, excluded.last_voucher_date)
  )
  SELECT count(*) INTO folded FROM taken;
  RETURN folded;
END
$$;

CREATE OR REPLACE FUNCTION recount_claimed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.work_lock IN SHARE UPDATE EXCLUSIVE MODE;
  UPDATE public.voucher_uncounted u SET source = NEW.source, api_key_id = NEW.api_key_id
  WHERE u.company_id = NEW.company_id AND u.production = NEW.production AND u.id = NEW.id;
  IF FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE public.voucher_count c SET vouchers = c.vouchers - 1
  FROM (VALUES ('all', ''), ('month', left(OLD.voucher_date, 6)), ('day', OLD.voucher_date::text)) AS spans(span, period)
  WHERE c.company_id = OLD.company_id AND c.production = OLD.production AND c.span = spans.span AND c.period = spans.period
    AND c.pos_number = OLD.pos_number AND c.voucher_type = OLD.voucher_type AND c.doc_type = OLD.doc_type
    AND coalesce(c.doc_number, '') = CASE WHEN OLD.doc_type = 99 AND OLD.doc_number = '0' THEN '0' ELSE '' END
    AND c.status = OLD.status AND c.source = OLD.source AND coalesce(c.api_key_id, 0) = coalesce(OLD.api_key_id, 0);
  DELETE FROM public.voucher_count c WHERE c.company_id = OLD.company_id AND c.production = OLD.production AND c.vouchers = 0;
  INSERT INTO public.voucher_count AS kept
  SELECT NEW.company_id, NEW.production, span, period, NEW.pos_number, NEW.voucher_type, NEW.doc_type,
    CASE WHEN NEW.doc_type = 99 AND NEW.doc_number = '0' THEN NEW.doc_number END, NEW.status, NEW.source, NEW.api_key_id,
    1, NEW.id, NEW.id, NEW.created_at, NEW.created_at
  FROM (VALUES ('all', ''), ('month', left(NEW.voucher_date, 6)), ('day', NEW.voucher_date::text)) AS spans(span, period)
  ORDER BY span, period
  ON CONFLICT (company_id, production, span, period, pos_number, voucher_type, doc_type, coalesce(doc_number, ''), status, source,
    coalesce(api_key_id, 0))
  DO UPDATE SET vouchers = kept.vouchers + 1,
    first_id = least(kept.first_id, excluded.first_id), last_id = greatest(kept.last_id, excluded.last_id),
    first_created_at = least(kept.first_created_at, excluded.first_created_at),
    last_created_at = greatest(kept.last_created_at, excluded.last_created_at);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION make_months(kind text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET lock_timeout = '50ms' AS $$
DECLARE
  this_month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  month timestamp;
  has_rows boolean;
  -- Attaching reads the whole default partition, and whoever writes waits for that. A large one is purged row by row first.
  is_large boolean;
  made integer := 0;
BEGIN
  PERFORM public.kept_days(kind);
  IF NOT public.holds_upkeep() THEN
    RETURN 0;
  END IF;
  is_large := pg_relation_size(format('public.%I', kind || '_default')) > 64 * 1024 * 1024;
  FOR month IN SELECT generate_series(this_month, this_month + interval '2 months', interval '1 month') LOOP
    CONTINUE WHEN to_regclass(format('public.%I', kind || to_char(month, '_YYYY_MM'))) IS NOT NULL;
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I WHERE created_at >= $1 AND created_at < $2)', kind || '_default')
      INTO has_rows USING month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC';
    CONTINUE WHEN has_rows OR is_large;
    BEGIN
      -- Else a row that is on its way to the default partition would be refused there, once the month has its own.
      EXECUTE format('LOCK TABLE ONLY public.%I IN SHARE ROW EXCLUSIVE MODE', kind);
      PERFORM public.make_month(kind, month);
      made := made + 1;
    EXCEPTION
      -- A row of the month came into the default partition meanwhile.
      WHEN check_violation THEN CONTINUE;
      WHEN lock_not_available THEN EXIT;
    END;
  END LOOP;
  RETURN made;
END
$$;

CREATE OR REPLACE FUNCTION drop_past_month(kind text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET lock_timeout = '50ms' AS $$
DECLARE
  kept interval := make_interval(hours => 24 * public.kept_days(kind));
  past text;
BEGIN
  IF NOT public.holds_upkeep() THEN
    RETURN NULL;
  END IF;
  SELECT m.name INTO past FROM public.months_of(kind) AS m WHERE m.ends <= now() - kept ORDER BY m.ends LIMIT 1;
  IF past IS NOT NULL THEN
    EXECUTE format('DROP TABLE public.%I', past);
  END IF;
  RETURN past;
EXCEPTION
  WHEN lock_not_available THEN RETURN NULL;
END
$$;

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
      WHERE EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i'))
    LOOP
      PERFORM setval(id.counter::regclass, id.last + greatest(1, least(id.step, (id.most - id.last) / 16))::bigint);
    END LOOP;
  END IF;
  RETURN present;
END
$$;

CREATE OR REPLACE FUNCTION point_of_sale_is_others(company INTEGER, environment BOOLEAN, pos INTEGER) RETURNS BOOLEAN LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM public.hold_slot(hashtext(c.cuit || environment || pos)) FROM public.company c WHERE c.id = company;
  RETURN EXISTS (SELECT FROM public.company c JOIN public.point_of_sale p ON p.cuit = c.cuit AND p.production = environment
    AND p.number = pos AND p.enabled AND p.company_id <> c.id WHERE c.id = company);
END
$$;

-- An API of the version before waits for this one. Whoever else takes it holds up a credit for a second, and stops none.
CREATE FUNCTION wait_for_earlier_credit(of_voucher BIGINT) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET lock_timeout = '1s' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7266, hashint8(of_voucher));
EXCEPTION
  WHEN lock_not_available THEN NULL;
END
$$;

-- The credits of a voucher wait for each other. With its owner's rights: to lock a row is to be allowed to change it.
CREATE FUNCTION hold_credits(of_voucher BIGINT) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.hold_slot(of_voucher);
  PERFORM public.wait_for_earlier_credit(of_voucher);
END
$$;
REVOKE EXECUTE ON FUNCTION hold_credits(BIGINT), hold_slot(BIGINT), holds_upkeep() FROM PUBLIC;
