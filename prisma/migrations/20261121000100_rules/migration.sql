-- What must hold whatever the code does. Each rule is a constraint, so that a bug is an error and not a tax problem.

ALTER TABLE "company"
  ADD CONSTRAINT "company_code_form" CHECK ("code" ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  ADD CONSTRAINT "company_cuit_form" CHECK ("cuit" ~ '^[0-9]{11}$'),
  ADD CONSTRAINT "company_tax_type_known" CHECK ("tax_type" IN (1, 4, 6)),
  ADD CONSTRAINT "company_vat_rounding_known" CHECK ("vat_rounding" IN ('auto', 'authority', 'line'));

ALTER TABLE "plan" ADD CONSTRAINT "plan_monthly_vouchers_range" CHECK ("monthly_vouchers" >= 0);

-- One certificate signs for a company in an environment.
CREATE UNIQUE INDEX "certificate_active" ON "certificate" ("company_id", "production") WHERE "active";
ALTER TABLE "certificate"
  ADD CONSTRAINT "certificate_active_is_installed" CHECK (NOT "active" OR ("certificate" IS NOT NULL AND "expires_at" IS NOT NULL));

ALTER TABLE "point_of_sale" ADD CONSTRAINT "point_of_sale_number_range" CHECK ("number" BETWEEN 1 AND 99998);

ALTER TABLE "api_key"
  ADD CONSTRAINT "api_key_hash_length" CHECK (octet_length("hash") = 32),
  ADD CONSTRAINT "api_key_prefix_environment" CHECK ("prefix" LIKE CASE WHEN "production" THEN 'PROD\_%' ELSE 'TEST\_%' END),
  ADD CONSTRAINT "api_key_scopes_known" CHECK ("scopes" <@ ARRAY['read', 'issue', 'configure']);

ALTER TABLE "sequence"
  ADD CONSTRAINT "sequence_last_number_range" CHECK ("last_number" BETWEEN 0 AND 99999999),
  ADD CONSTRAINT "sequence_last_date_form" CHECK ("last_date" ~ '^[0-9]{8}$');

ALTER TABLE "issuance"
  ADD CONSTRAINT "issuance_revision_range" CHECK ("revision" >= 1),
  ADD CONSTRAINT "issuance_number_range" CHECK ("number" BETWEEN 1 AND 99999999),
  -- Whatever may still be sent is here in full.
  ADD CONSTRAINT "issuance_open_is_whole" CHECK ("state" NOT IN ('queued', 'submitted') OR ("body" IS NOT NULL AND "amounts" IS NOT NULL)),
  -- Written ahead: a number that may have been asked for is never without its trace.
  ADD CONSTRAINT "issuance_submitted_is_traced" CHECK ("state" <> 'submitted' OR ("number" IS NOT NULL AND "submitted_at" IS NOT NULL AND "epoch" IS NOT NULL)),
  ADD CONSTRAINT "issuance_approved_has_number" CHECK ("state" <> 'approved' OR "number" IS NOT NULL),
  ADD CONSTRAINT "issuance_doubt_is_submitted" CHECK ("state" = 'submitted' OR ("doubt" IS NULL AND "refusal" IS NULL)),
  ADD CONSTRAINT "issuance_doubt_known" CHECK ("doubt" IN ('resolving', 'unconfirmed'));

-- The line of a sequence, and what the sweep looks for: only open issuances, so it stays small for ever.
CREATE INDEX "issuance_line" ON "issuance" ("company_id", "production", "pos_number", "voucher_type", "place") WHERE "state" IN ('queued', 'submitted');
-- No number is out for two intents.
CREATE UNIQUE INDEX "issuance_submitted_number" ON "issuance" ("company_id", "production", "pos_number", "voucher_type", "number") WHERE "state" = 'submitted';

ALTER TABLE "voucher"
  ADD CONSTRAINT "voucher_number_range" CHECK ("voucher_number" BETWEEN 1 AND 99999999),
  ADD CONSTRAINT "voucher_date_form" CHECK ("voucher_date" ~ '^[0-9]{8}$' AND "cae_expiration_date" ~ '^[0-9]{8}$'),
  ADD CONSTRAINT "voucher_cae_form" CHECK ("cae" ~ '^[0-9]{14}$'),
  ADD CONSTRAINT "voucher_status_known" CHECK ("status" = 'APPROVED'),
  ADD CONSTRAINT "voucher_source_known" CHECK ("source" IN ('api', 'app', 'rcel')),
  ADD CONSTRAINT "voucher_quotation_positive" CHECK ("currency_quotation" > 0),
  ADD CONSTRAINT "voucher_amounts_not_negative" CHECK ("net_amount" >= 0 AND "vat_amount" >= 0 AND "exempt_amount" >= 0 AND "not_taxable_amount" >= 0 AND "tributes_amount" >= 0),
  -- The authority tolerates a cent in vouchers that were made elsewhere; ours are exact.
  ADD CONSTRAINT "voucher_total_is_sum" CHECK ("source" = 'rcel' OR "total_amount" = "net_amount" + "vat_amount" + "exempt_amount" + "not_taxable_amount" + "tributes_amount");

-- A fiscal voucher is never edited and never deleted; that its PDF is ready is the one thing that changes.
CREATE FUNCTION "voucher_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR to_jsonb(NEW) - 'has_pdf' IS DISTINCT FROM to_jsonb(OLD) - 'has_pdf' THEN
    RAISE EXCEPTION 'voucher % is final: it can neither be edited nor deleted', OLD."id";
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "voucher_is_final" BEFORE UPDATE OR DELETE ON "voucher" FOR EACH ROW EXECUTE FUNCTION "voucher_is_final"();

CREATE INDEX "voucher_without_pdf" ON "voucher" ("id") WHERE NOT "has_pdf";

ALTER TABLE "recipient"
  ADD CONSTRAINT "recipient_slot_range" CHECK ("slot" BETWEEN 1 AND 3),
  ADD CONSTRAINT "recipient_versions_known" CHECK (cardinality("pdf_versions") > 0 AND "pdf_versions" <@ ARRAY[1, 2, 3]::smallint[]);
CREATE INDEX "recipient_due" ON "recipient" ("id") WHERE "state" = 'due';

ALTER TABLE "usage_period"
  ADD CONSTRAINT "usage_period_not_negative" CHECK ("extra" >= 0 AND "reserved" >= 0 AND "used_production" >= 0 AND "used_homologation" >= 0);

ALTER TABLE "audit_entry"
  ADD CONSTRAINT "audit_entry_actor_known" CHECK ("actor_type" IN ('user', 'apikey', 'admin', 'system'));
