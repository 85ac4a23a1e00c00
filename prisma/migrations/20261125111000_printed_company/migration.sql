-- What a company prints on its vouchers: the legend of letter A, what a province asks for, a colour, and a text of its own.
ALTER TABLE "company" ADD COLUMN "cbu_legend" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "company" ADD COLUMN "consumer_complaints" TEXT;
ALTER TABLE "company" ADD COLUMN "accent_color" CHAR(7);
ALTER TABLE "company" ADD COLUMN "footer_text" TEXT;

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."company" AS SELECT * FROM "public"."company" WHERE "id" = "tenant"."own_company"() WITH CHECK OPTION;
