-- Short in the form that the server reads.
ALTER TABLE "usage_period"
  DROP CONSTRAINT "usage_period_not_negative",
  ADD CONSTRAINT "usage_period_not_negative" CHECK (least("extra", "reserved", "used_production", "used_homologation") >= 0);
