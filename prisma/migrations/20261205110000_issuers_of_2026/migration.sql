-- RG 5893/2026: monotributo social (13), no alcanzado (15), trabajador independiente promovido (16).
ALTER TABLE "company" DROP CONSTRAINT "company_tax_type_known";
ALTER TABLE "company" ADD CONSTRAINT "company_tax_type_known" CHECK ("tax_type" IN (1, 4, 6, 13, 15, 16));

-- RG 5762/2025: whether the authority put the company into class A under withholding, which opens types 51, 52 and 53.
ALTER TABLE "company" ADD COLUMN "withheld_a" BOOLEAN NOT NULL DEFAULT false;

-- Texts that are printed: [{"text", "on", "from"}].
ALTER TABLE "company" ADD COLUMN "legends" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "point_of_sale" ADD COLUMN "legends" JSONB NOT NULL DEFAULT '[]';

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."company" AS SELECT * FROM "public"."company" WHERE "id" = "tenant"."own_company"() WITH CHECK OPTION;
CREATE OR REPLACE VIEW "tenant"."point_of_sale" AS SELECT * FROM "public"."point_of_sale"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
