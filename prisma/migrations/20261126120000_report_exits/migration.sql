-- A way out for every report that the authority does not take, and what a sequence under CAEA must know before it is used.

-- Where this database began: what is created on another history may have been there before, and be forgotten.
CREATE TABLE "database_life" (
    "only" BOOLEAN NOT NULL DEFAULT true,
    "server" BIGINT NOT NULL,
    "timeline" INTEGER NOT NULL,

    CONSTRAINT "database_life_pkey" PRIMARY KEY ("only"),
    CONSTRAINT "database_life_only" CHECK ("only")
);
-- Nobody knows any more on which history a database with sequences began. A server begins with the first.
INSERT INTO "database_life" ("server", "timeline")
  SELECT system_identifier, CASE WHEN EXISTS (SELECT FROM "sequence") THEN 1 ELSE "database_timeline"() END FROM pg_control_system();
CREATE VIEW "tenant"."database_life" AS SELECT * FROM "public"."database_life" WHERE false WITH CHECK OPTION;

ALTER TABLE "caea_report"
  -- Since when the authority counts it, and does not show it; NULL while it does not.
  ADD COLUMN "hidden_since" TIMESTAMPTZ(3),
  -- It was given up while the authority expected its number: the authority takes no number behind it.
  ADD COLUMN "gap" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "caea_report" DROP CONSTRAINT "caea_report_state_known";
ALTER TABLE "caea_report"
  ADD CONSTRAINT "caea_report_state_known" CHECK ("state" IN ('due', 'sent', 'rejected', 'reported', 'givenUp')) NOT VALID,
  ADD CONSTRAINT "caea_report_given_up" CHECK ("state" <> 'givenUp' OR "errors" <> '[]') NOT VALID,
  ADD CONSTRAINT "caea_report_gap" CHECK (NOT "gap" OR "state" = 'givenUp') NOT VALID;
-- The few that the authority refused, for as long as it has not taken them.
CREATE INDEX "caea_report_refused" ON "caea_report"("company_id", "production", "pos_number", "voucher_type")
  WHERE "state" <> 'reported' AND "errors" <> '[]';

-- Since when it is not enabled; NULL while it is. What began before is still to be closed there.
ALTER TABLE "point_of_sale" ADD COLUMN "disabled_at" TIMESTAMPTZ(3);
UPDATE "point_of_sale" SET "disabled_at" = now() WHERE NOT "enabled";
CREATE FUNCTION "note_disabled"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.disabled_at := CASE WHEN NEW.enabled THEN NULL WHEN OLD.enabled THEN now() ELSE OLD.disabled_at END;
  RETURN NEW;
END
$$;
CREATE TRIGGER "note_disabled" BEFORE UPDATE OF "enabled" ON "point_of_sale" FOR EACH ROW EXECUTE FUNCTION "note_disabled"();

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."point_of_sale" AS SELECT * FROM "public"."point_of_sale"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE OR REPLACE VIEW "tenant"."caea_report" AS SELECT * FROM "public"."caea_report"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
