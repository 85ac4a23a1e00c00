-- What is printed as the sale condition of a point of sale's vouchers, unless they say their own.
ALTER TABLE "point_of_sale" ADD COLUMN "sale_condition" TEXT;

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."point_of_sale" AS SELECT * FROM "public"."point_of_sale"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
