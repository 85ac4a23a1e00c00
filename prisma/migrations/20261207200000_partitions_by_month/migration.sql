-- What is kept for some days stands in a partition for each month, by `created_at` and in UTC. A month goes as a whole, by DROP, when the
-- last of its days is over; until then readers leave out what is older than promised. See shared/db/months.ts.
--
-- Each table has a default partition as well. It takes what has no month of its own: the rows from before this migration, and those of a month
-- that nobody made in time. So no insert ever waits for a sweep. What is in there is deleted row by row, as it was before. A month that has
-- rows in there gets no partition: to move them would hold up who writes.
--
-- `id` is unique in each partition by its primary key, and in all of them by the one sequence that gives it. A key of the whole table would
-- have to hold `created_at`, and would promise less.

-- All that is locked is locked first, and while something else holds it, nobody who writes waits for more than half a second at a time.
DO $$
BEGIN
  FOR attempt IN 1..600 LOOP
    BEGIN
      PERFORM set_config('lock_timeout', '500ms', true);
      LOCK TABLE company IN SHARE ROW EXCLUSIVE MODE;
      LOCK TABLE tenant.exchange, tenant.audit_entry, tenant.webhook_delivery, exchange, audit_entry, webhook_delivery IN ACCESS EXCLUSIVE MODE;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  RAISE EXCEPTION 'exchange, audit_entry or webhook_delivery is in use: end what holds it, and migrate again';
END
$$;

-- How long the rows of a table are kept. It is the only place that says when a month may go: no caller can ask for less.
CREATE FUNCTION kept_days(kind text) RETURNS integer LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog AS $$
BEGIN
  CASE kind
    WHEN 'exchange' THEN RETURN 90;
    -- A week more than the log shows, so that a listing of its last day is whole.
    WHEN 'audit_entry' THEN RETURN 97;
    WHEN 'webhook_delivery' THEN RETURN 30;
    ELSE RAISE EXCEPTION '% has no months', kind USING ERRCODE = 'invalid_parameter_value';
  END CASE;
END
$$;

-- The months of a table that have a partition, and when each ends.
CREATE FUNCTION months_of(kind text) RETURNS TABLE (name text, ends timestamptz) LANGUAGE sql STABLE
SET search_path = pg_catalog SET datestyle = 'ISO' SET timezone = 'UTC' AS $$
  SELECT c.relname::text, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''(.+)''\)$')::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = format('public.%I', kind)::regclass AND c.relname <> kind || '_default'
$$;

-- Attaching, other than CREATE TABLE … PARTITION OF, locks nobody out of the table.
CREATE FUNCTION make_month(kind text, month timestamp) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
  name text := kind || to_char(month, '_YYYY_MM');
BEGIN
  EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE, PRIMARY KEY (id))', name, kind);
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', kind, name,
    to_char(month, 'YYYY-MM-DD 00:00:00+00'), to_char(month + interval '1 month', 'YYYY-MM-DD 00:00:00+00'));
  -- Triggers for each row come with the table. One for a statement must be given to each partition.
  IF kind = 'audit_entry' THEN
    EXECUTE format('CREATE TRIGGER audit_entry_is_kept BEFORE TRUNCATE ON public.%I FOR EACH STATEMENT EXECUTE FUNCTION public.never_truncated()', name);
  END IF;
END
$$;

-- Makes the partitions of this month and the next two, where they are missing. Gives how many. With its owner's rights: no process may make
-- tables. Whoever writes waits for 50 ms at most: what cannot be had by then is for the next call.
CREATE FUNCTION make_months(kind text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog SET lock_timeout = '50ms' AS $$
DECLARE
  this_month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  month timestamp;
  has_rows boolean;
  -- Attaching reads the whole default partition, and whoever writes waits for that. A large one is purged row by row first.
  is_large boolean;
  made integer := 0;
BEGIN
  PERFORM public.kept_days(kind);
  IF NOT pg_try_advisory_xact_lock(7266003) THEN
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

-- Drops the oldest month whose last day is no longer kept, and gives its name; NULL when there is none, or when it is in use: then nobody who
-- writes has waited for more than 50 ms, and the next call tries again. With its owner's rights, and at one thing only: what it may drop
-- is said by `kept_days` and by the bounds of the partition, and not by its caller.
CREATE FUNCTION drop_past_month(kind text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog SET lock_timeout = '50ms' AS $$
DECLARE
  kept interval := make_interval(hours => 24 * public.kept_days(kind));
  past text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7266003) THEN
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

REVOKE EXECUTE ON FUNCTION make_month(text, timestamp), make_months(text), drop_past_month(text) FROM PUBLIC;

-- The table becomes the default partition of a new one with its name, its columns and rules, and whoever may do something with it. It keeps its
-- indexes, under other names. No row is copied. The new table gets its indexes, triggers and references after this, then its partition.
CREATE FUNCTION pg_temp.begin_months(kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  rest text := kind || '_default';
  statement text;
BEGIN
  EXECUTE format('ALTER TABLE public.%I RENAME TO %I', kind, rest);
  FOR statement IN
    SELECT format('ALTER INDEX public.%I RENAME TO %I', c.relname, rest || substr(c.relname, length(kind) + 1))
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = format('public.%I', rest)::regclass
  LOOP EXECUTE statement; END LOOP;
  EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE (created_at)', kind, rest);
  EXECUTE format('ALTER SEQUENCE public.%I OWNED BY public.%I.id', kind || '_id_seq', kind);
  -- The processes of the version before go on meanwhile, until the migration gives each role its rights anew.
  FOR statement IN
    SELECT format('GRANT %s ON public.%I TO %s', given.what, kind, CASE given.grantee WHEN 0 THEN 'PUBLIC' ELSE given.grantee::regrole::text END)
    FROM pg_class c, LATERAL (
      SELECT a.grantee, a.privilege_type AS what FROM aclexplode(c.relacl) a
      UNION ALL SELECT a.grantee, format('%s (%I)', a.privilege_type, t.attname) FROM pg_attribute t, aclexplode(t.attacl) a WHERE t.attrelid = c.oid
    ) AS given WHERE c.oid = format('public.%I', rest)::regclass AND given.grantee <> c.relowner
  LOOP EXECUTE statement; END LOOP;
END
$$;

-- Exchanges with the authority. The index of their age stays with the default partition: a month has no need of one, and each row costs less.
SELECT pg_temp.begin_months('exchange');
CREATE INDEX exchange_issuances ON exchange USING gin (issuance_ids);
ALTER TABLE exchange ATTACH PARTITION exchange_default DEFAULT;
CREATE OR REPLACE VIEW tenant.exchange AS SELECT * FROM public.exchange WHERE false WITH CHECK OPTION;
SELECT make_months('exchange');

-- The audit log. Each partition keeps the rules of the whole: no entry is edited, or deleted within 90 days, or truncated.
SELECT pg_temp.begin_months('audit_entry');
ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_company_id_fkey FOREIGN KEY (company_id) REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX audit_entry_created ON audit_entry (company_id, created_at, id);
CREATE INDEX audit_entry_action ON audit_entry (company_id, action, resource_id, id);
DROP TRIGGER audit_entry_is_final ON audit_entry_default;
DROP TRIGGER audit_entry_by_view ON audit_entry_default;
ALTER TABLE audit_entry ATTACH PARTITION audit_entry_default DEFAULT;
CREATE TRIGGER audit_entry_is_final BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_is_final();
CREATE TRIGGER audit_entry_by_view BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_by_view();
CREATE TRIGGER audit_entry_is_kept BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION never_truncated();
CREATE OR REPLACE VIEW tenant.audit_entry AS SELECT * FROM public.audit_entry
  WHERE company_id = tenant.own_company() AND (production IS NULL OR production = tenant.own_environment()) WITH CHECK OPTION;
SELECT make_months('audit_entry');

-- The one way to delete audit entries row by row: old ones that are in no month.
CREATE OR REPLACE FUNCTION purge_audit_entries(batch INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  purged INTEGER;
BEGIN
  DELETE FROM public.audit_entry_default WHERE id IN (
    SELECT id FROM public.audit_entry_default WHERE created_at < now() - public.kept_days('audit_entry') * interval '1 day' LIMIT batch);
  GET DIAGNOSTICS purged = ROW_COUNT;
  RETURN purged;
END
$$;

-- Deliveries of webhooks. A voucher's commit writes to one partition; the index of their age stays with the default one.
SELECT pg_temp.begin_months('webhook_delivery');
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, due_at, id) WHERE state = 'pending';
CREATE INDEX webhook_delivery_in_hand ON webhook_delivery (webhook_id) WHERE in_hand;
CREATE INDEX webhook_delivery_webhook ON webhook_delivery (webhook_id, id);
DROP TRIGGER delivery_by_view ON webhook_delivery_default;
ALTER TABLE webhook_delivery ATTACH PARTITION webhook_delivery_default DEFAULT;
CREATE TRIGGER delivery_by_view BEFORE INSERT ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION delivery_by_view();
CREATE OR REPLACE VIEW tenant.webhook_delivery AS SELECT * FROM public.webhook_delivery
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
SELECT make_months('webhook_delivery');

DROP FUNCTION pg_temp.begin_months(text);
