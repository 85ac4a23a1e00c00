-- Whoever may delete from a table, or change all of it, may lock it as a whole, and every sale waits. So no process's role has that right on a
-- table that a sale of another process reads or writes: it changes columns, and removes old rows by these functions.

-- Listeners that nobody saw for a month, deliveries that are in no month, and those that wait for nobody any more: at most so many of each.
-- Gives how many deliveries.
CREATE FUNCTION purge_webhook_deliveries(batch INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  kept interval := make_interval(days => public.kept_days('webhook_delivery'));
  old INTEGER;
  waiting INTEGER;
BEGIN
  DELETE FROM public.webhook WHERE listening_until < now() - kept;
  DELETE FROM public.webhook_delivery_default WHERE id IN (
    SELECT id FROM public.webhook_delivery_default WHERE created_at < now() - kept LIMIT batch);
  GET DIAGNOSTICS old = ROW_COUNT;
  DELETE FROM public.webhook_delivery WHERE (id, created_at) IN (
    SELECT d.id, d.created_at FROM public.webhook_delivery d LEFT JOIN public.webhook w ON w.id = d.webhook_id
    WHERE d.state = 'pending' AND (w.id IS NULL OR w.listening_until < now() - interval '1 hour' OR d.created_at < now() - kept) LIMIT batch);
  GET DIAGNOSTICS waiting = ROW_COUNT;
  RETURN old + waiting;
END
$$;

-- Exchanges with the authority that are in no month. Gives how many.
CREATE FUNCTION purge_exchanges(batch INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  purged INTEGER;
BEGIN
  DELETE FROM public.exchange_default WHERE id IN (
    SELECT id FROM public.exchange_default WHERE created_at < now() - make_interval(days => public.kept_days('exchange'))
    ORDER BY created_at LIMIT batch);
  GET DIAGNOSTICS purged = ROW_COUNT;
  RETURN purged;
END
$$;

-- Freed numbers that are old and whose doubt is over: by evidence, or because the sequence has passed them and their key has its voucher.
CREATE FUNCTION purge_freed_numbers() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM public.freed_number f USING public.sequence s
  WHERE s.id = f.sequence_id AND f.number <= s.last_number AND f.created_at < now() - interval '90 days'
    AND (NOT public.is_in_doubt(f) OR EXISTS (SELECT FROM public.issuance i WHERE i.id = f.issuance_id AND i.state = 'approved'));
END
$$;

-- Sessions of people that ended by themselves.
CREATE FUNCTION purge_sessions() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM public.person_session WHERE seen_at < now() - interval '12 hours';
END
$$;

-- One webhook of a company. Its deliveries are left to the purge.
CREATE FUNCTION delete_webhook(of_company INTEGER, of_production BOOLEAN, of_webhook INTEGER) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM public.webhook w WHERE w.id = of_webhook AND w.company_id = of_company AND w.production = of_production;
END
$$;

REVOKE EXECUTE ON FUNCTION purge_webhook_deliveries(integer), purge_exchanges(integer), purge_freed_numbers(), purge_sessions(),
  delete_webhook(integer, boolean, integer) FROM PUBLIC;
