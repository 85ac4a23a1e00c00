-- The same rules, all of a table in one constraint. PostgreSQL reads the text of every constraint anew in every statement that
-- writes a row; for issuances and vouchers that was a tenth of its work. A function is read once by each connection. Each table has
-- a migration of its own, since others lock them in other orders.
--
-- A rule that is broken is told by the name that its constraint had. As before, what NULL leaves open is not broken. The rows that
-- are there kept the same rules, so they are not read again: NOT VALID.

CREATE FUNCTION "issuance_holds"(
  revision INTEGER, number INTEGER, state "issuance_state", is_whole BOOLEAN, submitted_at TIMESTAMPTZ, epoch INTEGER, doubt TEXT,
  is_refused BOOLEAN, vat_rounding TEXT
) RETURNS BOOLEAN LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  broken TEXT := CASE
    WHEN revision < 1 THEN 'issuance_revision_range'
    WHEN number NOT BETWEEN 1 AND 99999999 THEN 'issuance_number_range'
    -- Whatever may still be sent is here in full.
    WHEN state IN ('queued', 'submitted') AND NOT is_whole THEN 'issuance_open_is_whole'
    -- Written ahead: a number that may have been asked for is never without its trace.
    WHEN state = 'submitted' AND (number IS NULL OR submitted_at IS NULL OR epoch IS NULL) THEN 'issuance_submitted_is_traced'
    WHEN state = 'approved' AND number IS NULL THEN 'issuance_approved_has_number'
    WHEN state <> 'submitted' AND (doubt IS NOT NULL OR is_refused) THEN 'issuance_doubt_is_submitted'
    WHEN doubt NOT IN ('resolving', 'unconfirmed') THEN 'issuance_doubt_known'
    WHEN vat_rounding NOT IN ('auto', 'authority', 'line') THEN 'issuance_vat_rounding_known'
  END;
BEGIN
  IF broken IS NULL THEN RETURN true; END IF;
  RAISE EXCEPTION USING ERRCODE = 'check_violation', TABLE = 'issuance', CONSTRAINT = broken,
    MESSAGE = format('new row for relation "issuance" violates check constraint "%s"', broken);
END
$$;

ALTER TABLE "issuance"
  DROP CONSTRAINT "issuance_revision_range",
  DROP CONSTRAINT "issuance_number_range",
  DROP CONSTRAINT "issuance_open_is_whole",
  DROP CONSTRAINT "issuance_submitted_is_traced",
  DROP CONSTRAINT "issuance_approved_has_number",
  DROP CONSTRAINT "issuance_doubt_is_submitted",
  DROP CONSTRAINT "issuance_doubt_known",
  DROP CONSTRAINT "issuance_vat_rounding_known",
  ADD CONSTRAINT "issuance_rules" CHECK ("issuance_holds"("revision", "number", "state", "body" IS NOT NULL AND "amounts" IS NOT NULL,
    "submitted_at", "epoch", "doubt", "refusal" IS NOT NULL, "vat_rounding")) NOT VALID;
