-- One certificate of the operator that acts for many companies.

-- Whose certificate acts for a company, in both environments.
ALTER TABLE "company" ADD COLUMN "certificate_mode" TEXT NOT NULL DEFAULT 'own';
ALTER TABLE "company" ADD CONSTRAINT "company_certificate_mode_known" CHECK ("certificate_mode" IN ('own', 'delegated')) NOT VALID;

-- A certificate of no company is the operator's. Its tax id is the authority's word, so it is known once it is installed.
ALTER TABLE "certificate" ALTER COLUMN "company_id" DROP NOT NULL;
ALTER TABLE "certificate" ADD COLUMN "cuit" CHAR(11);
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_operator_has_cuit"
  CHECK ("company_id" IS NOT NULL OR NOT "active" OR "cuit" IS NOT NULL) NOT VALID;
CREATE UNIQUE INDEX "certificate_operator_active" ON "certificate" ("production") WHERE "active" AND "company_id" IS NULL;

-- The tax ids that a ticket may act for: ["30712345671", …].
ALTER TABLE "ticket" ADD COLUMN "taxpayers" JSONB;

-- The certificate that acts for each company in each environment. `operator_cuit` is null of the company's own.
CREATE VIEW "certificate_in_force" AS
  SELECT c."id" AS "company_id", t."production", t."id", t."alias", NULL::char(11) AS "operator_cuit", t."expires_at"
  FROM "company" c JOIN "certificate" t ON t."company_id" = c."id" AND t."active"
  WHERE c."certificate_mode" = 'own'
  UNION ALL
  SELECT c."id", t."production", t."id", t."alias", t."cuit", t."expires_at"
  FROM "company" c JOIN "certificate" t ON t."company_id" IS NULL AND t."active"
  WHERE c."certificate_mode" = 'delegated';
CREATE VIEW "tenant"."certificate_in_force" AS SELECT * FROM "public"."certificate_in_force"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"();

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."company" AS SELECT * FROM "public"."company" WHERE "id" = "tenant"."own_company"() WITH CHECK OPTION;
CREATE OR REPLACE VIEW "tenant"."certificate" AS SELECT * FROM "public"."certificate"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE OR REPLACE VIEW "tenant"."ticket" AS SELECT * FROM "public"."ticket" WHERE false WITH CHECK OPTION;
