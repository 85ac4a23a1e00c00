-- What is printed for the customer of a point of sale. PDFs of other layouts than A4 have it in `pdf.versions`: 'ticket80-1'.
ALTER TABLE "point_of_sale"
  ADD COLUMN "layout" TEXT NOT NULL DEFAULT 'a4',
  ADD CONSTRAINT "point_of_sale_layout" CHECK ("layout" IN ('a4', 'ticket80', 'ticket58')) NOT VALID;

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."point_of_sale" AS SELECT * FROM "public"."point_of_sale"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
