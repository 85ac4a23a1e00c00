-- The one way to remove audit entries: those that nobody can see any more. It runs with the rights of its owner, so that no process
-- needs the right to delete from the log. Where each process has a role, a role of its own owns it: see shared/db/migrate/create-roles.ts.
CREATE FUNCTION "purge_audit_entries"(batch INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  purged INTEGER;
BEGIN
  -- A week more than the log shows, so that a listing of its last day is whole.
  DELETE FROM "public"."audit_entry" WHERE "id" IN (
    SELECT "id" FROM "public"."audit_entry" WHERE "created_at" < now() - interval '97 days' LIMIT batch);
  GET DIAGNOSTICS purged = ROW_COUNT;
  RETURN purged;
END
$$;
REVOKE EXECUTE ON FUNCTION "purge_audit_entries"(INTEGER) FROM PUBLIC;
