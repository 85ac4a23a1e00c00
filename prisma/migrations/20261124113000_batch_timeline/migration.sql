-- Of which history of the database a batch is. After a failover its elements may have been sent and forgotten.
ALTER TABLE "batch" ADD COLUMN "timeline" INTEGER DEFAULT "database_timeline"();

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."batch" AS SELECT * FROM "public"."batch"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
