-- A second wall around each company and environment. The API reads and writes these views in place of the tables: its connections
-- have this schema first in their search path. A view shows the rows of the tenant that the statement was sent for, and accepts no
-- others. A statement that forgot its tenant finds nothing.
--
-- Why views and not row-level security: policies hold indexes of numbers back (their comparisons are not leakproof), and do not
-- bind the owner, as who most small installations connect.

CREATE SCHEMA "tenant";

-- The tenant of the statement. NULL without one: then no row is the tenant's.
CREATE FUNCTION "tenant"."own_company"() RETURNS INTEGER LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('talonario.company', true), '')::int
$$;
CREATE FUNCTION "tenant"."own_environment"() RETURNS BOOLEAN LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('talonario.production', true), '')::boolean
$$;

-- What belongs to a company.
CREATE VIEW "tenant"."company" AS SELECT * FROM "public"."company" WHERE "id" = "tenant"."own_company"() WITH CHECK OPTION;
CREATE VIEW "tenant"."subscription" AS SELECT * FROM "public"."subscription" WHERE "company_id" = "tenant"."own_company"() WITH CHECK OPTION;
CREATE VIEW "tenant"."usage_period" AS SELECT * FROM "public"."usage_period" WHERE "company_id" = "tenant"."own_company"() WITH CHECK OPTION;
CREATE VIEW "tenant"."warning" AS SELECT * FROM "public"."warning" WHERE "company_id" = "tenant"."own_company"() WITH CHECK OPTION;

-- An entry without an environment concerns both.
CREATE VIEW "tenant"."audit_entry" AS SELECT * FROM "public"."audit_entry"
  WHERE "company_id" = "tenant"."own_company"() AND ("production" IS NULL OR "production" = "tenant"."own_environment"()) WITH CHECK OPTION;

-- What belongs to a company in one environment.
CREATE VIEW "tenant"."certificate" AS SELECT * FROM "public"."certificate"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."point_of_sale" AS SELECT * FROM "public"."point_of_sale"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."api_key" AS SELECT * FROM "public"."api_key"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."sequence" AS SELECT * FROM "public"."sequence"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."issuance" AS SELECT * FROM "public"."issuance"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."voucher" AS SELECT * FROM "public"."voucher"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."voucher_count" AS SELECT * FROM "public"."voucher_count"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."voucher_step" AS SELECT * FROM "public"."voucher_step"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;

CREATE VIEW "tenant"."authority_question" AS SELECT * FROM "public"."authority_question"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."mail_count" AS SELECT * FROM "public"."mail_count"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;

-- What belongs to a voucher.
CREATE VIEW "tenant"."recipient" AS SELECT * FROM "public"."recipient" r
  WHERE EXISTS (SELECT FROM "tenant"."voucher" v WHERE v."id" = r."voucher_id") WITH CHECK OPTION;
CREATE VIEW "tenant"."pdf" AS SELECT * FROM "public"."pdf" p
  WHERE EXISTS (SELECT FROM "tenant"."voucher" v WHERE v."id" = p."voucher_id") WITH CHECK OPTION;
CREATE VIEW "tenant"."print_try" AS SELECT * FROM "public"."print_try" p
  WHERE EXISTS (SELECT FROM "tenant"."voucher" v WHERE v."id" = p."voucher_id") WITH CHECK OPTION;

-- The catalogue of plans, and the public halves of the issuers' keys, are the same for all.
CREATE VIEW "tenant"."plan" AS SELECT * FROM "public"."plan";
CREATE VIEW "tenant"."sealing_key" AS SELECT * FROM "public"."sealing_key";

-- What the API never needs. These views answer nothing, so that such a statement does not fall through to the tables.
CREATE VIEW "tenant"."ticket" AS SELECT * FROM "public"."ticket" WHERE false WITH CHECK OPTION;
CREATE VIEW "tenant"."exchange" AS SELECT * FROM "public"."exchange" WHERE false WITH CHECK OPTION;
CREATE VIEW "tenant"."freed_number" AS SELECT * FROM "public"."freed_number" WHERE false WITH CHECK OPTION;
