-- Where the request that recorded it stands in its trace: `traceparent` of W3C Trace Context, 55 characters. Null where nothing is traced.
ALTER TABLE "issuance" ADD COLUMN "trace" VARCHAR(55);

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."issuance" AS SELECT * FROM "public"."issuance"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
