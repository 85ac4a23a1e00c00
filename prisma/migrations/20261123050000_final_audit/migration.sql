-- An audit entry is never edited, and removed only once it is older than the log shows.
CREATE FUNCTION "audit_entry_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR OLD."created_at" > now() - interval '90 days' THEN
    RAISE EXCEPTION 'audit entry % is final: it can neither be edited nor deleted within 90 days', OLD."id";
  END IF;
  RETURN OLD;
END
$$;
CREATE TRIGGER "audit_entry_is_final" BEFORE UPDATE OR DELETE ON "audit_entry" FOR EACH ROW EXECUTE FUNCTION "audit_entry_is_final"();

-- Row triggers do not see TRUNCATE.
CREATE FUNCTION "never_truncated"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is never truncated', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER "voucher_is_kept" BEFORE TRUNCATE ON "voucher" FOR EACH STATEMENT EXECUTE FUNCTION "never_truncated"();
CREATE TRIGGER "audit_entry_is_kept" BEFORE TRUNCATE ON "audit_entry" FOR EACH STATEMENT EXECUTE FUNCTION "never_truncated"();
