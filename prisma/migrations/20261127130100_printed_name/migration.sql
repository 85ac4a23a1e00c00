-- What is printed of a point of sale beside its address. Its name is for people, and is printed no more.
ALTER TABLE "point_of_sale" ADD COLUMN "printed_name" TEXT;

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."point_of_sale" AS SELECT * FROM "public"."point_of_sale"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
