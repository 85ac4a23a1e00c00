-- Silence is measured from the last answer of any process, by the database's clock. Source: issuer/README.md, section 13.
--
-- Everything here is new and may be NULL, so the version before works beside this one. It clears "silent_since", "issuing_failed",
-- "ready_at" and "trial_id" alone: what belongs to one of these counts only while that one is set.
ALTER TABLE "contingency"
  -- The last answer of whatever content, to a call for issuing of any process.
  ADD COLUMN "answered_at" TIMESTAMPTZ(3),
  -- The last answer to a request for a CAE.
  ADD COLUMN "issued_at" TIMESTAMPTZ(3),
  -- Since when other processes could see the silence, and contradict it.
  ADD COLUMN "silent_noted_at" TIMESTAMPTZ(3),
  -- The same silence of requests for a CAE alone: an answered query does not end it.
  ADD COLUMN "issuing_since" TIMESTAMPTZ(3),
  ADD COLUMN "issuing_unanswered" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "issuing_noted_at" TIMESTAMPTZ(3),
  -- When the latest of these requests began.
  ADD COLUMN "issuing_asked_at" TIMESTAMPTZ(3),
  -- The sequence that the watch asked about last.
  ADD COLUMN "probed_sequence_id" INTEGER,
  -- Since when queries are answered without a break.
  ADD COLUMN "ready_since" TIMESTAMPTZ(3),
  ADD COLUMN "trial_at" TIMESTAMPTZ(3);

-- When a round last took the sequence of this report up. Work that ends without a record is tried again later, after the others.
ALTER TABLE "caea_report" ADD COLUMN "listed_at" TIMESTAMPTZ(3);

-- What each issuer hears of the authority in each environment, for the others: whose calls alone fail is cut off. It is of use for
-- seconds only, so a crash may lose it.
CREATE UNLOGGED TABLE "issuer_hearing" (
    "issuer" UUID NOT NULL,
    "production" BOOLEAN NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- The last answer to one of its calls.
    "answered_at" TIMESTAMPTZ(3),
    -- Its calls are not answered since; NULL while they are.
    "failing_since" TIMESTAMPTZ(3),
    -- The sequence about which it was answered last: the others can ask about the same one.
    "about" JSONB,

    CONSTRAINT "issuer_hearing_pkey" PRIMARY KEY ("issuer", "production")
);

-- With the new columns. What issuers hear is no company's.
CREATE OR REPLACE VIEW "tenant"."contingency" AS SELECT * FROM "public"."contingency"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE OR REPLACE VIEW "tenant"."caea_report" AS SELECT * FROM "public"."caea_report"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."issuer_hearing" AS SELECT * FROM "public"."issuer_hearing" WHERE false WITH CHECK OPTION;
