-- PostgreSQL reads a trigger's condition from its text again in each statement, and for each part of the table; unless the statement sets none
-- of the trigger's columns. So the triggers of an issuance name their columns, and the conditions of those that follow its state are one
-- column. The rest of the condition stands in the function: it is for elements of batches, and for what was told to be unknown.

CREATE OR REPLACE FUNCTION settle_elements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.state IN ('queued', 'submitted') OR OLD.state NOT IN ('queued', 'submitted') AND (NEW.state <> 'approved' OR OLD.state = 'approved') THEN
    RETURN NULL;
  END IF;
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
CREATE OR REPLACE TRIGGER settle_elements AFTER UPDATE OF state ON issuance FOR EACH ROW WHEN (NEW.batched) EXECUTE FUNCTION settle_elements();

CREATE OR REPLACE FUNCTION tell_settled() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF OLD.state NOT IN ('queued', 'submitted') OR NEW.state IN ('queued', 'submitted') THEN
    RETURN NULL;
  END IF;
  PERFORM public.tell_webhooks(NEW.company_id, NEW.production, 'invoice.settled', coalesce(
    (SELECT json_build_object('outcome', 'issued', 'idempotency', NEW.idempotency, 'id', v.id, 'voucher', public.told_voucher(v.company_id, v.id))
     FROM public.voucher v WHERE v.issuance_id = NEW.id AND public.same_part(v.company_id, NEW.company_id)),
    json_build_object('outcome', 'failed', 'idempotency', NEW.idempotency, 'voucher', NULL)))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER tell_settled AFTER UPDATE OF state ON issuance FOR EACH ROW WHEN (OLD.unconfirmed) EXECUTE FUNCTION tell_settled();

-- "unconfirmed" itself is set by note_unconfirmed alone, which goes by these two columns.
CREATE OR REPLACE TRIGGER note_unconfirmed BEFORE UPDATE OF doubt, revision ON issuance FOR EACH ROW
  WHEN (NEW.doubt = 'unconfirmed' OR OLD.unconfirmed AND NEW.revision <> OLD.revision) EXECUTE FUNCTION note_unconfirmed();
CREATE OR REPLACE TRIGGER tell_unconfirmed AFTER UPDATE OF doubt, revision ON issuance FOR EACH ROW WHEN (NEW.unconfirmed AND NOT OLD.unconfirmed)
  EXECUTE FUNCTION tell_unconfirmed();
