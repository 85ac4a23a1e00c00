-- Batches: many issuances that were sent together, and that nobody waits for.
--
-- An element is its key. What becomes of the key's issuance is noted on the element by a trigger, in the same commit.

-- Nobody waits for its answer: it stands behind all others in its line, and waits for a day while it cannot be issued.
ALTER TABLE "issuance" ADD COLUMN "patient" BOOLEAN NOT NULL DEFAULT false;
-- It was armed by an element of a batch, now or earlier.
ALTER TABLE "issuance" ADD COLUMN "batched" BOOLEAN NOT NULL DEFAULT false;
-- Until then, the sweep does not wake the sequence for patient issuances alone.
ALTER TABLE "sequence" ADD COLUMN "retry_at" TIMESTAMPTZ(3);

CREATE TABLE "batch" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "name" TEXT,
    "total" INTEGER NOT NULL,
    "api_key_id" INTEGER,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancelled_at" TIMESTAMPTZ(3),
    -- When its last element was settled. NULL while one is pending.
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "batch_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "batch_total" CHECK ("total" BETWEEN 1 AND 1000),
    CONSTRAINT "batch_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "batch_company" ON "batch"("company_id", "production", "id");
CREATE INDEX "batch_running" ON "batch"("id") WHERE "finished_at" IS NULL;

CREATE TABLE "batch_element" (
    "batch_id" INTEGER NOT NULL,
    -- Its place in the request, from 0.
    "index" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "idempotency" VARCHAR(128) NOT NULL,
    "pos_number" INTEGER NOT NULL,
    "voucher_type" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    -- The issuance of its key, and the attempt that this element made of it. NULL while another request has the key.
    "issuance_id" INTEGER,
    "revision" INTEGER,
    -- What to issue, until it is armed.
    "attempt" JSONB,
    -- Why it made no voucher, as on an issuance.
    "outcome" JSONB,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "batch_element_pkey" PRIMARY KEY ("batch_id", "index"),
    CONSTRAINT "batch_element_state" CHECK ("state" IN ('pending', 'issued', 'failed')),
    CONSTRAINT "batch_element_settled" CHECK (("state" = 'pending') = ("settled_at" IS NULL)),
    CONSTRAINT "batch_element_armed" CHECK ("state" <> 'pending' OR "issuance_id" IS NOT NULL OR "attempt" IS NOT NULL),
    CONSTRAINT "batch_element_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "batch_element_pending" ON "batch_element"("batch_id") WHERE "state" = 'pending';
CREATE INDEX "batch_element_issuance" ON "batch_element"("issuance_id") WHERE "issuance_id" IS NOT NULL;
CREATE INDEX "batch_element_unarmed" ON "batch_element"("batch_id") WHERE "state" = 'pending' AND "issuance_id" IS NULL;

-- A failed element whose key gets its voucher later counts as issued: an element is its key.
CREATE FUNCTION "settle_elements"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE "public"."batch_element" e SET
    state = CASE NEW.state::text WHEN 'approved' THEN 'issued' ELSE 'failed' END, outcome = NEW.outcome, settled_at = coalesce(e.settled_at, now())
  WHERE e.issuance_id = NEW.id
    AND (e.state = 'pending' OR NEW.state = 'approved' AND e.pos_number = NEW.pos_number AND e.voucher_type = NEW.voucher_type);
  RETURN NULL;
END
$$;
CREATE TRIGGER "settle_elements" AFTER UPDATE ON "issuance" FOR EACH ROW
  WHEN (NEW."batched" AND OLD."state" IN ('queued', 'submitted') AND NEW."state" NOT IN ('queued', 'submitted'))
  EXECUTE FUNCTION "settle_elements"();

CREATE FUNCTION "tell_batch"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM "public"."tell_webhooks"(NEW.company_id, NEW.production, 'batch.finished', (
    SELECT json_build_object('id', NEW.id, 'name', NEW.name, 'state', CASE WHEN NEW.cancelled_at IS NULL THEN 'done' ELSE 'cancelled' END,
      'total', NEW.total, 'issued', count(*) FILTER (WHERE e.state = 'issued'), 'failed', count(*) FILTER (WHERE e.state = 'failed'),
      'created', to_char(NEW.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'finished', to_char(NEW.finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'production', NEW.production)
    FROM "public"."batch_element" e WHERE e.batch_id = NEW.id))
  WHERE "public"."webhooks_listen"(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER "tell_batch" AFTER UPDATE OF "finished_at" ON "batch" FOR EACH ROW
  WHEN (OLD."finished_at" IS NULL AND NEW."finished_at" IS NOT NULL) EXECUTE FUNCTION "tell_batch"();

CREATE VIEW "tenant"."batch" AS SELECT * FROM "public"."batch"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."batch_element" AS SELECT * FROM "public"."batch_element"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."issuance" AS SELECT * FROM "public"."issuance"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE OR REPLACE VIEW "tenant"."sequence" AS SELECT * FROM "public"."sequence"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
