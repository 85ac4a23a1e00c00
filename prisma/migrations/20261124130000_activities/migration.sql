-- The activities that vouchers belong to, by the authority's six digits: of a company, and of a point of sale that differs.
ALTER TABLE "company" ADD COLUMN "activity_code" CHAR(6);
ALTER TABLE "point_of_sale" ADD COLUMN "activity" CHAR(6);

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."company" AS SELECT * FROM "public"."company" WHERE "id" = "tenant"."own_company"() WITH CHECK OPTION;
CREATE OR REPLACE VIEW "tenant"."point_of_sale" AS SELECT * FROM "public"."point_of_sale"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
