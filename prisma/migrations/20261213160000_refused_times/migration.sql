-- By the authority's clock, an issuance's first request cannot have existed earlier. Measured back from the refusal (10016) of that request.
ALTER TABLE "issuance" ADD COLUMN "measured_at" TIMESTAMPTZ(3);
-- What keeps the company out of the authority while the outcome of its number is in doubt: an AuthorityProblem (shared/domain/authority-problem.ts).
ALTER TABLE "issuance" ADD COLUMN "problem" JSONB;

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."issuance" AS SELECT * FROM "public"."issuance"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
