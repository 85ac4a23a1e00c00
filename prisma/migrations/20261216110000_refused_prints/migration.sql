-- When the storage refused to keep this PDF last. Null when what was printed last could be stored, or was never printed.
ALTER TABLE "print_try" ADD COLUMN "refused_at" TIMESTAMPTZ(3);
CREATE INDEX "print_try_refused" ON "print_try" ("refused_at") WHERE "refused_at" IS NOT NULL;

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."print_try" AS SELECT * FROM "public"."print_try" p
  WHERE "company_id" = "tenant"."own_company"() AND EXISTS (SELECT FROM "tenant"."voucher" v WHERE v."id" = p."voucher_id") WITH CHECK OPTION;
