-- What hangs on vouchers says whose it is, so that it can lie in the partition of its company (shared/db/migrate/README.md).
-- Nothing was released before: there are few rows to write again.

-- All that is locked is locked first, the views before their tables, as who reads does. While something else holds it, nobody waits for more
-- than half a second at a time.
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

-- Whether rows of these two companies may lie in one part of a table. Tables in one piece have one part: PostgreSQL puts the `true` into the
-- statement before it plans, and drops it. `migrate --partitions` puts a comparison there, which leads to the part. So a statement names the
-- company beside an id, and its plan for tables in one piece is as if it did not. To be put in, it must not be STRICT, have no settings, and not
-- run with its owner's rights. No rule hangs on it: ids are given once.
CREATE FUNCTION same_part(company integer, wanted integer) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN true;
GRANT EXECUTE ON FUNCTION same_part(integer, integer) TO PUBLIC;

ALTER TABLE recipient ADD COLUMN company_id integer;
ALTER TABLE pdf ADD COLUMN company_id integer;
ALTER TABLE print_try ADD COLUMN company_id integer;
UPDATE recipient r SET company_id = v.company_id FROM voucher v WHERE v.id = r.voucher_id;
UPDATE pdf p SET company_id = v.company_id FROM voucher v WHERE v.id = p.voucher_id;
UPDATE print_try p SET company_id = v.company_id FROM voucher v WHERE v.id = p.voucher_id;
ALTER TABLE recipient ALTER COLUMN company_id SET NOT NULL;
ALTER TABLE pdf ALTER COLUMN company_id SET NOT NULL;
ALTER TABLE print_try ALTER COLUMN company_id SET NOT NULL;

-- The version before does not say it. Not where there are partitions: no version before knows them, and a row cannot change its own.
CREATE FUNCTION company_of_voucher() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.company_id := (SELECT v.company_id FROM public.voucher v WHERE v.id = NEW.voucher_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER company_of_voucher BEFORE INSERT ON recipient FOR EACH ROW WHEN (NEW.company_id IS NULL) EXECUTE FUNCTION company_of_voucher();
CREATE TRIGGER company_of_voucher BEFORE INSERT ON pdf FOR EACH ROW WHEN (NEW.company_id IS NULL) EXECUTE FUNCTION company_of_voucher();
CREATE TRIGGER company_of_voucher BEFORE INSERT ON print_try FOR EACH ROW WHEN (NEW.company_id IS NULL) EXECUTE FUNCTION company_of_voucher();

-- How many partitions the vouchers have. No row: none.
CREATE TABLE database_shape (
  "only" boolean PRIMARY KEY DEFAULT true,
  partitions integer NOT NULL,
  CONSTRAINT database_shape_only CHECK ("only"),
  CONSTRAINT database_shape_partitions CHECK (partitions BETWEEN 2 AND 256 AND partitions & (partitions - 1) = 0)
);
CREATE VIEW tenant.database_shape AS SELECT * FROM public.database_shape WHERE false WITH CHECK OPTION;

CREATE OR REPLACE VIEW tenant.recipient AS SELECT * FROM public.recipient r
  WHERE company_id = tenant.own_company() AND EXISTS (SELECT FROM tenant.voucher v WHERE v.id = r.voucher_id) WITH CHECK OPTION;
CREATE OR REPLACE VIEW tenant.pdf AS SELECT * FROM public.pdf p
  WHERE company_id = tenant.own_company() AND EXISTS (SELECT FROM tenant.voucher v WHERE v.id = p.voucher_id) WITH CHECK OPTION;
CREATE OR REPLACE VIEW tenant.print_try AS SELECT * FROM public.print_try p
  WHERE company_id = tenant.own_company() AND EXISTS (SELECT FROM tenant.voucher v WHERE v.id = p.voucher_id) WITH CHECK OPTION;

-- The triggers name the company beside the id, so that they look into one partition alone.

CREATE OR REPLACE FUNCTION link_note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
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
    WHERE i.id = NEW.issuance_id AND public.same_part(i.company_id, NEW.company_id)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION settle_elements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE public.batch_element e SET state = CASE NEW.state::text WHEN 'approved' THEN 'issued' ELSE 'failed' END, outcome = NEW.outcome,
    settled_at = coalesce(e.settled_at, now()), attempt = NULL
  WHERE e.issuance_id = NEW.id AND public.same_part(e.company_id, NEW.company_id) AND (e.state = 'pending' AND e.revision IS NOT NULL
    OR NEW.state = 'approved' AND e.pos_number = NEW.pos_number AND e.voucher_type = NEW.voucher_type);
  -- Those that waited for the key. It is free now, or has a voucher that is not theirs.
  UPDATE public.batch_element e SET issuance_id = NULL
  WHERE e.issuance_id = NEW.id AND public.same_part(e.company_id, NEW.company_id) AND e.state = 'pending';
  RETURN NULL;
END
$$;

-- The one of an id alone stays: a trigger of before may run at this moment.
CREATE FUNCTION told_voucher(of_company INTEGER, of_voucher BIGINT) RETURNS JSON LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT json_build_object('id', v.id, 'voucherType', v.voucher_type, 'posNumber', v.pos_number, 'voucherNumber', v.voucher_number,
    'voucherDate', v.voucher_date, 'cae', v.cae, 'caeExpirationDate', v.cae_expiration_date, 'totalAmount', v.total_amount::text,
    'currency', v.currency, 'idempotency', v.idempotency, 'externalReference', v.external_reference, 'production', v.production,
    'source', v.source, 'created', to_char(v.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM public.voucher v WHERE v.id = $2 AND public.same_part(v.company_id, $1));
END
$$;
REVOKE EXECUTE ON FUNCTION told_voucher(integer, bigint) FROM PUBLIC;

CREATE OR REPLACE FUNCTION tell_vouchers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  -- OFFSET 0 makes PostgreSQL look at the index for each voucher, and not read the endpoints of all companies.
  PERFORM public.tell_webhooks(a.company_id, a.production, CASE a.source WHEN 'rcel' THEN 'invoice.imported' ELSE 'invoice.issued' END,
    public.told_voucher(a.company_id, a.id))
  FROM added a
  WHERE EXISTS (SELECT FROM public.webhook w WHERE w.company_id = a.company_id AND w.production = a.production AND w.enabled OFFSET 0)
  ORDER BY a.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tell_claimed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM public.tell_webhooks(NEW.company_id, NEW.production, 'invoice.issued', public.told_voucher(NEW.company_id, NEW.id))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tell_pdf() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM public.tell_webhooks(NEW.company_id, NEW.production, 'invoice.pdf_ready', public.told_voucher(NEW.company_id, NEW.id))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tell_mail() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM public.tell_webhooks(v.company_id, v.production, 'invoice.email_' || NEW.state::text,
    (public.told_voucher(v.company_id, v.id)::jsonb || jsonb_build_object('recipient', NEW.slot))::json)
  FROM public.voucher v WHERE v.id = NEW.voucher_id AND public.same_part(v.company_id, NEW.company_id) AND public.webhooks_listen(v.company_id, v.production);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tell_settled() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM public.tell_webhooks(NEW.company_id, NEW.production, 'invoice.settled', coalesce(
    (SELECT json_build_object('outcome', 'issued', 'idempotency', NEW.idempotency, 'id', v.id, 'voucher', public.told_voucher(v.company_id, v.id))
     FROM public.voucher v WHERE v.issuance_id = NEW.id AND public.same_part(v.company_id, NEW.company_id)),
    json_build_object('outcome', 'failed', 'idempotency', NEW.idempotency, 'voucher', NULL)))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tell_batch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM public.tell_webhooks(NEW.company_id, NEW.production, 'batch.finished', (
    SELECT json_build_object('id', NEW.id, 'name', NEW.name, 'state', CASE WHEN NEW.cancelled_at IS NULL THEN 'done' ELSE 'cancelled' END,
      'total', NEW.total, 'issued', count(*) FILTER (WHERE e.state = 'issued'), 'failed', count(*) FILTER (WHERE e.state = 'failed'),
      'created', to_char(NEW.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'finished', to_char(NEW.finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'production', NEW.production)
    FROM public.batch_element e WHERE e.batch_id = NEW.id AND public.same_part(e.company_id, NEW.company_id)))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
