-- Contingency: vouchers under a code that was obtained beforehand (CAEA), for when the authority cannot be reached.
--
-- The row of `contingency` is the one truth about whether it lasts. A voucher gets its number and its code in one commit, at a point
-- of sale that stands in; what the authority is told of it afterwards is in `caea_report`.

-- How the authority authorizes what is issued there, and which point of sale stands in for it.
ALTER TABLE "point_of_sale"
  ADD COLUMN "authorized_by" TEXT NOT NULL DEFAULT 'CAE',
  ADD COLUMN "contingency_pos" INTEGER,
  ADD CONSTRAINT "point_of_sale_authorized_by" CHECK ("authorized_by" IN ('CAE', 'CAEA')),
  ADD CONSTRAINT "point_of_sale_substitute" CHECK ("contingency_pos" IS NULL OR "authorized_by" = 'CAE' AND "contingency_pos" <> "number");

-- It may be issued at the point of sale that stands in, while a contingency lasts. Each attempt begins as its request wishes.
ALTER TABLE "issuance" ADD COLUMN "movable" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "voucher" ADD COLUMN "caea" BOOLEAN NOT NULL DEFAULT false;

-- A company's code of a fortnight.
CREATE TABLE "caea" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    -- Year and month, such as 202611.
    "period" INTEGER NOT NULL,
    -- 1 is the 1st to the 15th, 2 the rest of the month.
    "fortnight" SMALLINT NOT NULL,
    -- The code with its days, YYYYMMDD; NULL until it is obtained.
    "code" CHAR(14),
    "valid_from" CHAR(8) NOT NULL,
    "valid_to" CHAR(8) NOT NULL,
    -- The last day to report its vouchers.
    "report_by" CHAR(8),
    "asked_at" TIMESTAMPTZ(3),
    "granted_at" TIMESTAMPTZ(3),
    -- Why it is not obtained: {code, detail, reasons}; NULL when nothing failed.
    "problem" JSONB,
    -- What the authority remarked when it granted it.
    "remarks" JSONB,

    CONSTRAINT "caea_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "caea_granted" CHECK (("code" IS NULL) = ("report_by" IS NULL) AND "code" ~ '^[0-9]{14}$'),
    CONSTRAINT "caea_fortnight_known" CHECK ("fortnight" IN (1, 2)),
    CONSTRAINT "caea_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "caea_of_fortnight" ON "caea"("company_id", "production", "period", "fortnight");

-- What is known of the authority's silence for a company, and whether a contingency lasts.
CREATE TABLE "contingency" (
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    -- The first of unbroken unanswered calls; NULL while they are answered.
    "silent_since" TIMESTAMPTZ(3),
    "unanswered" INTEGER NOT NULL DEFAULT 0,
    -- A request for a CAE is among them: then only an answer to such a request ends the silence.
    "issuing_failed" BOOLEAN NOT NULL DEFAULT false,
    -- The latest cause.
    "cause" TEXT,
    "probed_at" TIMESTAMPTZ(3),
    -- Queries are answered since: one issuance may try whether requests for a CAE are too.
    "ready_at" TIMESTAMPTZ(3),
    "trial_id" INTEGER,
    -- Since when the contingency lasts; NULL when none does.
    "active_since" TIMESTAMPTZ(3),
    -- A person began it, so only a person ends it.
    "by_hand" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT,

    CONSTRAINT "contingency_pkey" PRIMARY KEY ("company_id", "production"),
    CONSTRAINT "contingency_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "contingency_watched" ON "contingency"("company_id", "production") WHERE "active_since" IS NOT NULL OR "silent_since" IS NOT NULL;

-- What the authority is told of a voucher under CAEA.
CREATE TABLE "caea_report" (
    "voucher_id" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "pos_number" INTEGER NOT NULL,
    "voucher_type" INTEGER NOT NULL,
    "voucher_number" INTEGER NOT NULL,
    "caea_id" INTEGER NOT NULL,
    -- The exact content, sent and compared as it stands here; NULL once it is reported.
    "declared" JSONB,
    -- When the voucher was issued: it is part of the report.
    "generated_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'due',
    -- Written ahead of the report: which taker of the sequence sent it.
    "epoch" INTEGER,
    "sent_at" TIMESTAMPTZ(3),
    -- No sooner is it tried again.
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tries" INTEGER NOT NULL DEFAULT 0,
    -- Why it is rejected: [{code, msg}].
    "errors" JSONB NOT NULL DEFAULT '[]',
    -- What the authority observed when it took it: [{code, msg}].
    "observations" JSONB,
    "reported_at" TIMESTAMPTZ(3),

    CONSTRAINT "caea_report_pkey" PRIMARY KEY ("voucher_id"),
    CONSTRAINT "caea_report_state_known" CHECK ("state" IN ('due', 'sent', 'rejected', 'reported')),
    CONSTRAINT "caea_report_is_whole" CHECK ("state" = 'reported' OR "declared" IS NOT NULL),
    CONSTRAINT "caea_report_reported" CHECK (("state" = 'reported') = ("reported_at" IS NOT NULL)),
    CONSTRAINT "caea_report_traced" CHECK ("state" <> 'sent' OR ("epoch" IS NOT NULL AND "sent_at" IS NOT NULL)),
    CONSTRAINT "caea_report_voucher_id_fkey" FOREIGN KEY ("voucher_id") REFERENCES "voucher"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "caea_report_caea_id_fkey" FOREIGN KEY ("caea_id") REFERENCES "caea"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "caea_report_open" ON "caea_report"("company_id", "production", "pos_number", "voucher_type", "voucher_number") WHERE "state" <> 'reported';
CREATE INDEX "caea_report_code" ON "caea_report"("caea_id", "pos_number");

-- A point of sale without a voucher under a code, once the fortnight is over.
CREATE TABLE "caea_unused" (
    "caea_id" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "pos_number" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3),
    "informed_at" TIMESTAMPTZ(3),
    "problem" JSONB,

    CONSTRAINT "caea_unused_pkey" PRIMARY KEY ("caea_id", "pos_number"),
    CONSTRAINT "caea_unused_caea_id_fkey" FOREIGN KEY ("caea_id") REFERENCES "caea"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- An issuance whose older request may still be granted never moves.
CREATE INDEX "freed_number_issuance" ON "freed_number"("issuance_id");

ALTER TABLE "warning" DROP CONSTRAINT "warning_kind_known";
ALTER TABLE "warning" ADD CONSTRAINT "warning_kind_known"
  CHECK ("kind" IN ('quota', 'certificate', 'subscription', 'apikey', 'fiscaldata', 'webhook', 'report')) NOT VALID;

CREATE OR REPLACE FUNCTION "tell_warning"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM "public"."tell_webhooks"(NEW.company_id, e.production,
    CASE NEW.kind WHEN 'quota' THEN 'quota.warning' WHEN 'certificate' THEN 'certificate.expiring' WHEN 'report' THEN 'contingency.report_due'
      ELSE 'subscription.ending' END,
    (NEW.facts - 'kind')::json)
  FROM (VALUES (true), (false)) AS e(production)
  WHERE coalesce((NEW.facts ->> 'production')::boolean, e.production) = e.production AND "public"."webhooks_listen"(NEW.company_id, e.production);
  RETURN NULL;
END
$$;
DROP TRIGGER "tell_warning" ON "warning";
CREATE TRIGGER "tell_warning" AFTER INSERT ON "warning" FOR EACH ROW WHEN (NEW."kind" IN ('quota', 'certificate', 'subscription', 'report'))
  EXECUTE FUNCTION "tell_warning"();

CREATE FUNCTION "tell_contingency"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  before TIMESTAMPTZ := CASE TG_OP WHEN 'UPDATE' THEN OLD.active_since END;
BEGIN
  IF (before IS NULL) = (NEW.active_since IS NULL) THEN RETURN NULL; END IF;
  PERFORM "public"."tell_webhooks"(NEW.company_id, NEW.production,
    CASE WHEN before IS NULL THEN 'contingency.started' ELSE 'contingency.ended' END,
    json_build_object('since', to_char(coalesce(NEW.active_since, before) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'reason', CASE TG_OP WHEN 'UPDATE' THEN coalesce(NEW.reason, OLD.reason) ELSE NEW.reason END, 'production', NEW.production))
  WHERE "public"."webhooks_listen"(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER "tell_contingency" AFTER INSERT OR UPDATE OF "active_since" ON "contingency" FOR EACH ROW EXECUTE FUNCTION "tell_contingency"();

CREATE VIEW "tenant"."caea" AS SELECT * FROM "public"."caea"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."contingency" AS SELECT * FROM "public"."contingency"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."caea_report" AS SELECT * FROM "public"."caea_report"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."caea_unused" AS SELECT * FROM "public"."caea_unused"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."point_of_sale" AS SELECT * FROM "public"."point_of_sale"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE OR REPLACE VIEW "tenant"."issuance" AS SELECT * FROM "public"."issuance"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE OR REPLACE VIEW "tenant"."voucher" AS SELECT * FROM "public"."voucher"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
