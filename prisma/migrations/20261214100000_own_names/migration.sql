-- What a function of ours names is ours, whoever calls it. Without a word about it, PostgreSQL looks for types and tables in the caller's
-- temporary schema first. Whoever may make one could give a name to a type of their own, and code of theirs would run with the rights
-- of the function's owner.

-- The text of these is read here and now, and never again. Most of them are put into the statements that name them, which a setting would forbid.
CREATE OR REPLACE FUNCTION tenant.own_company() RETURNS INTEGER LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('talonario.company', true), '')::int;
CREATE OR REPLACE FUNCTION tenant.own_environment() RETURNS BOOLEAN LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('talonario.production', true), '')::boolean;
CREATE OR REPLACE FUNCTION is_verified(s sequence) RETURNS BOOLEAN LANGUAGE sql VOLATILE
  RETURN NOT (s).unverified AND (s).timeline IS NOT DISTINCT FROM public.database_timeline();
CREATE OR REPLACE FUNCTION is_of_sale(declared JSONB, voucher_date TEXT, doc_type INTEGER, doc_number TEXT, total NUMERIC, currency TEXT)
  RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN voucher_date = declared ->> 'voucherDate' AND doc_type = (declared ->> 'docType')::int AND trim(doc_number) = declared ->> 'docNumber'
    AND total = (declared ->> 'total')::numeric AND currency = declared ->> 'currency';
CREATE OR REPLACE FUNCTION spans_of(v public.voucher_uncounted) RETURNS TABLE(span TEXT, period TEXT, document TEXT) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT spans.span, spans.period, CASE WHEN (v).doc_type = 99 AND (v).doc_number = '0' THEN (v).doc_number END
  FROM (VALUES ('all', ''), ('month', left((v).voucher_date, 6)), ('day', (v).voucher_date)) AS spans(span, period);
END;
CREATE OR REPLACE FUNCTION steps_of(v public.voucher_uncounted) RETURNS TABLE(field TEXT, start BIGINT) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT steps.field, steps.start FROM (VALUES
    ('created_at', floor(date_part('epoch', (v).created_at) / 86400)::bigint * 86400000000),
    ('created_at/32', (floor(date_part('epoch', (v).created_at) / 86400)::bigint >> 5) * 32 * 86400000000),
    ('id', (v).id / 16384 * 16384),
    ('id/16', (v).id / 262144 * 262144),
    ('total_amount', trunc((v).total_amount, least(0, 2 - length(trunc((v).total_amount)::text)))::bigint * 100),
    ('voucher_date', ((v).voucher_date::date - date '1970-01-01')::bigint),
    ('voucher_date/32', (((v).voucher_date::date - date '1970-01-01') >> 5)::bigint * 32)) AS steps(field, start);
END;
CREATE OR REPLACE FUNCTION webhooks_listen(of_company INTEGER, of_production BOOLEAN) RETURNS BOOLEAN LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM public.webhook w WHERE w.company_id = of_company AND w.production = of_production AND w.enabled);
CREATE OR REPLACE FUNCTION database_place() RETURNS TEXT LANGUAGE sql STABLE
  RETURN (SELECT system_identifier FROM pg_control_system()) || '/' || (SELECT oid FROM pg_database WHERE datname = current_database());
CREATE OR REPLACE FUNCTION server_timeline() RETURNS INTEGER LANGUAGE sql VOLATILE
  RETURN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int;

-- Every other function of ours looks into the caller's temporary schema last, where nothing is left to be found.
DO $$
DECLARE
  ours record;
BEGIN
  FOR ours IN
    SELECT p.oid::regprocedure AS name, coalesce(substring(setting.text FROM '^search_path=(.*)$'), 'pg_catalog, public') AS path
    FROM pg_proc p LEFT JOIN LATERAL unnest(p.proconfig) AS setting(text) ON setting.text LIKE 'search\_path=%'
    WHERE p.pronamespace IN ('public'::regnamespace, 'tenant'::regnamespace) AND p.prosqlbody IS NULL
      AND coalesce(setting.text, '') !~ '[=, ]pg_temp$'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %s, pg_temp', ours.name, ours.path);
  END LOOP;
END
$$;
