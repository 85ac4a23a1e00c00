-- How the company wants a breach of the authority's VAT tolerance handled, as it was when the issuance was armed.
ALTER TABLE "issuance" ADD COLUMN "vat_rounding" TEXT NOT NULL DEFAULT 'auto';
ALTER TABLE "issuance" ADD CONSTRAINT "issuance_vat_rounding_known" CHECK ("vat_rounding" IN ('auto', 'authority', 'line'));
