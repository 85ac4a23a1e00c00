-- What a point of sale adds to its invoices: optional fields and activities. Null for nothing, which is what nearly all have.
ALTER TABLE "point_of_sale" ADD COLUMN "optionals" JSONB, ADD COLUMN "activities" JSONB;

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."point_of_sale" AS SELECT * FROM "public"."point_of_sale"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
