-- Tables of vouchers are in one piece: no function names the company beside an id any more. `same_part` and `in_parts` stay, and are `true`, for processes of
-- the version before, which say them in each statement.

DO $$
BEGIN
  FOR attempt IN 1..600 LOOP
    BEGIN
      PERFORM set_config('lock_timeout', '500ms', true);
      LOCK TABLE tenant.recipient, tenant.pdf, tenant.print_try, recipient, pdf, print_try IN ACCESS EXCLUSIVE MODE;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  RAISE EXCEPTION 'recipient, pdf or print_try is in use: end what holds it, and migrate again';
END
$$;

-- It served a version that did not say the company of these rows.
DROP TRIGGER company_of_voucher ON recipient;
DROP TRIGGER company_of_voucher ON pdf;
DROP TRIGGER company_of_voucher ON print_try;
DROP FUNCTION company_of_voucher();

DROP VIEW tenant.database_shape;
DROP TABLE database_shape;

CREATE OR REPLACE FUNCTION link_note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  named JSON := ('{' || NEW.payload || '}')::json -> 'associatedVouchers';
BEGIN
  IF json_typeof(named) = 'array' THEN
    INSERT INTO public.voucher_note (company_id, production, pos_number, voucher_type, voucher_number, note_id)
    SELECT DISTINCT NEW.company_id, NEW.production, (one ->> 'posNumber')::int, (one ->> 'voucherType')::int, (one ->> 'voucherNumber')::int, NEW.id
    FROM json_array_elements(named) AS one JOIN public.company c ON c.id = NEW.company_id
    WHERE coalesce(one ->> 'cuit', c.cuit) = c.cuit
    ON CONFLICT DO NOTHING;
  END IF;
  IF NEW.voucher_type IN (202, 203, 207, 208, 212, 213) THEN
    INSERT INTO public.voucher_note (company_id, production, pos_number, voucher_type, voucher_number, note_id)
    SELECT v.company_id, v.production, v.pos_number, v.voucher_type, v.voucher_number, NEW.id
    FROM public.issuance i JOIN public.voucher v ON v.id = i.credited_id AND v.company_id = i.company_id AND v.production = i.production
    WHERE i.id = NEW.issuance_id
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION settle_elements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.state IN ('queued', 'submitted') OR OLD.state NOT IN ('queued', 'submitted') AND (NEW.state <> 'approved' OR OLD.state = 'approved') THEN
    RETURN NULL;
  END IF;
  UPDATE public.batch_element e SET state = CASE NEW.state::text WHEN 'approved' THEN 'issued' ELSE 'failed' END, outcome = NEW.outcome,
    settled_at = coalesce(e.settled_at, now()), attempt = NULL
  WHERE e.issuance_id = NEW.id AND (e.state = 'pending' AND e.revision IS NOT NULL
    OR NEW.state = 'approved' AND e.pos_number = NEW.pos_number AND e.voucher_type = NEW.voucher_type);
  -- Those that waited for the key. It is free now, or has a voucher that is not theirs.
  UPDATE public.batch_element e SET issuance_id = NULL
  WHERE e.issuance_id = NEW.id AND e.state = 'pending';
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tell_batch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.tell_webhooks(NEW.company_id, NEW.production, 'batch.finished', (
    SELECT json_build_object('id', NEW.id, 'name', NEW.name, 'state', CASE WHEN NEW.cancelled_at IS NULL THEN 'done' ELSE 'cancelled' END,
      'total', NEW.total, 'issued', count(*) FILTER (WHERE e.state = 'issued'), 'failed', count(*) FILTER (WHERE e.state = 'failed'),
      'created', to_char(NEW.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'finished', to_char(NEW.finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'production', NEW.production)
    FROM public.batch_element e WHERE e.batch_id = NEW.id))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tell_mail() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.tell_webhooks(v.company_id, v.production, 'invoice.email_' || NEW.state::text,
    (public.told_voucher(v.company_id, v.id)::jsonb || jsonb_build_object('recipient', NEW.slot))::json)
  FROM public.voucher v WHERE v.id = NEW.voucher_id AND public.webhooks_listen(v.company_id, v.production);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tell_settled() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.state NOT IN ('queued', 'submitted') OR NEW.state IN ('queued', 'submitted') THEN
    RETURN NULL;
  END IF;
  PERFORM public.tell_webhooks(NEW.company_id, NEW.production, 'invoice.settled', coalesce(
    (SELECT json_build_object('outcome', 'issued', 'idempotency', NEW.idempotency, 'id', v.id, 'voucher', public.told_voucher(v.company_id, v.id))
     FROM public.voucher v WHERE v.issuance_id = NEW.id),
    json_build_object('outcome', 'failed', 'idempotency', NEW.idempotency, 'voucher', NULL)))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION told_voucher(of_company integer, of_voucher bigint) RETURNS json LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN (SELECT json_build_object('id', v.id, 'voucherType', v.voucher_type, 'posNumber', v.pos_number, 'voucherNumber', v.voucher_number,
    'voucherDate', v.voucher_date, 'cae', v.cae, 'caeExpirationDate', v.cae_expiration_date, 'totalAmount', v.total_amount::text,
    'currency', v.currency, 'idempotency', v.idempotency, 'externalReference', v.external_reference, 'production', v.production,
    'source', v.source, 'created', to_char(v.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM public.voucher v WHERE v.id = $2);
END
$$;
