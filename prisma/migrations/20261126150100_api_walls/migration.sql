-- What the API's role may not do even with a statement of its own: become another company, sign an event that never was, write in the
-- audit log for others or of another day, read what a registry told another company. The column grants are in process-grants.ts.

-- A company of another tax id is another company, and its code stands in every path.
CREATE FUNCTION company_is_the_same() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'tax id and code of company % never change', OLD.id;
END
$$;
CREATE TRIGGER company_is_the_same BEFORE UPDATE OF cuit, code ON company FOR EACH ROW
  WHEN (OLD.cuit IS DISTINCT FROM NEW.cuit OR OLD.code IS DISTINCT FROM NEW.code) EXECUTE FUNCTION company_is_the_same();

-- Events are recorded by triggers, with their owner's rights. Whoever has no right to the table itself came by the view.
CREATE FUNCTION delivery_by_view() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_table_privilege('public.webhook_delivery', 'INSERT') THEN RETURN NEW; END IF;
  IF NEW.type <> 'ping' OR NEW.body !~ format('^\{"type":"ping","timestamp":"[0-9TZ:.-]{1,30}","data":\{"webhookId":%s,"production":%s\}\}$',
      NEW.webhook_id, CASE WHEN NEW.production THEN 'true' ELSE 'false' END)
    OR NOT EXISTS (SELECT FROM tenant.webhook w WHERE w.id = NEW.webhook_id AND w.company_id = NEW.company_id AND w.production = NEW.production) THEN
    RAISE EXCEPTION '% records a ping alone', current_user USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER delivery_by_view BEFORE INSERT ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION delivery_by_view();

-- Keys and people write there; operators and the service itself have the right to the table.
CREATE FUNCTION audit_entry_by_view() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_table_privilege('public.audit_entry', 'INSERT') THEN RETURN NEW; END IF;
  NEW.created_at := now();
  IF NEW.actor_name IS NULL AND (CASE NEW.actor_type
      WHEN 'user' THEN NEW.actor_email IS NOT NULL AND NEW.actor_api_key_id IS NULL
      WHEN 'apikey' THEN NEW.actor_email IS NULL
        AND EXISTS (SELECT FROM tenant.api_key k WHERE k.id = NEW.actor_api_key_id AND k.company_id = NEW.company_id)
      ELSE false END) THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% writes no entry of % here', current_user, NEW.actor_type USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER audit_entry_by_view BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_by_view();

-- What the authority tells all alike.
CREATE VIEW tenant.shared_answer WITH (security_barrier) AS
  SELECT name, production, answer, answered_at, kept_until FROM public.authority_question
  WHERE name LIKE 'table:%' OR name LIKE 'quotation:%';
