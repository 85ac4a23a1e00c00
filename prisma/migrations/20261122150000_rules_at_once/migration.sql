-- The same rules, all of a table in one constraint. PostgreSQL reads the text of every constraint anew in every statement that
-- writes a row; for issuances and vouchers that was a tenth of its work. A function is read once by each connection.
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

CREATE FUNCTION "voucher_holds"(
  voucher_number INTEGER, voucher_date TEXT, cae_expiration_date TEXT, cae TEXT, status TEXT, source TEXT, currency_quotation NUMERIC,
  total_amount NUMERIC, net_amount NUMERIC, vat_amount NUMERIC, exempt_amount NUMERIC, not_taxable_amount NUMERIC, tributes_amount NUMERIC
) RETURNS BOOLEAN LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  broken TEXT := CASE
    WHEN voucher_number NOT BETWEEN 1 AND 99999999 THEN 'voucher_number_range'
    WHEN voucher_date !~ '^[0-9]{8}$' OR cae_expiration_date !~ '^[0-9]{8}$' THEN 'voucher_date_form'
    WHEN cae !~ '^[0-9]{14}$' THEN 'voucher_cae_form'
    WHEN status <> 'APPROVED' THEN 'voucher_status_known'
    WHEN source NOT IN ('api', 'app', 'rcel') THEN 'voucher_source_known'
    WHEN currency_quotation <= 0 THEN 'voucher_quotation_positive'
    WHEN least(net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount) < 0 THEN 'voucher_amounts_not_negative'
    WHEN total_amount < 0 THEN 'voucher_total_not_negative'
    -- The authority tolerates a cent in vouchers that were made elsewhere; ours are exact.
    WHEN source <> 'rcel' AND total_amount <> net_amount + vat_amount + exempt_amount + not_taxable_amount + tributes_amount
      THEN 'voucher_total_is_sum'
  END;
BEGIN
  IF broken IS NULL THEN RETURN true; END IF;
  RAISE EXCEPTION USING ERRCODE = 'check_violation', TABLE = 'voucher', CONSTRAINT = broken,
    MESSAGE = format('new row for relation "voucher" violates check constraint "%s"', broken);
END
$$;

ALTER TABLE "voucher"
  DROP CONSTRAINT "voucher_number_range",
  DROP CONSTRAINT "voucher_date_form",
  DROP CONSTRAINT "voucher_cae_form",
  DROP CONSTRAINT "voucher_status_known",
  DROP CONSTRAINT "voucher_source_known",
  DROP CONSTRAINT "voucher_quotation_positive",
  DROP CONSTRAINT "voucher_amounts_not_negative",
  DROP CONSTRAINT "voucher_total_not_negative",
  DROP CONSTRAINT "voucher_total_is_sum",
  ADD CONSTRAINT "voucher_rules" CHECK ("voucher_holds"("voucher_number", "voucher_date", "cae_expiration_date", "cae", "status", "source",
    "currency_quotation", "total_amount", "net_amount", "vat_amount", "exempt_amount", "not_taxable_amount", "tributes_amount")) NOT VALID;

-- Short in the form that the server reads.
ALTER TABLE "usage_period"
  DROP CONSTRAINT "usage_period_not_negative",
  ADD CONSTRAINT "usage_period_not_negative" CHECK (least("extra", "reserved", "used_production", "used_homologation") >= 0);
