-- Webhooks: endpoints of companies, and what happened that each of them is to be told.
--
-- An event is recorded by a trigger on the row that it tells of. So it is in the same statement and commit, whoever changed the row:
-- none is lost, and none tells what was undone. A company without an endpoint pays for one look at an index.

-- Who is told. A listener is a command line that forwards events for a while: the mailers leave its events alone.
CREATE TABLE "webhook" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "url" TEXT NOT NULL,
    -- Types of events; "*" is all of them.
    "events" TEXT[] NOT NULL,
    "description" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    -- Why the service disabled it; NULL when it did not.
    "disabled_reason" TEXT,
    -- Since when no attempt has succeeded; NULL while they succeed.
    "failing_since" TIMESTAMPTZ(3),
    -- Of a listener alone: it is gone after this time, unless it was seen again.
    "listening_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_sizes" CHECK (octet_length("url") <= 8192 AND cardinality("events") BETWEEN 1 AND 100 AND octet_length("description") <= 2048),
    CONSTRAINT "webhook_reason" CHECK ("disabled_reason" IS NULL OR NOT "enabled"),
    CONSTRAINT "webhook_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "webhook_company" ON "webhook"("company_id", "production");

-- Sealed to a key that only mailers hold. The newest signs, and for a day the one before it.
CREATE TABLE "webhook_secret" (
    "id" SERIAL NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_secret_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_secret_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_secret_webhook" ON "webhook_secret"("webhook_id", "id");

-- The public halves of the mailers' keys. Each mailer says every minute that it has them.
CREATE TABLE "webhook_key" (
    "id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_key_pkey" PRIMARY KEY ("id")
);

-- One event for one endpoint. No foreign key: recording one waits for no other row.
CREATE TABLE "webhook_delivery" (
    "id" SERIAL NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    -- The same at every endpoint.
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    -- The body, byte for byte as it is signed and sent.
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "tries" INTEGER NOT NULL DEFAULT 0,
    -- It was asked for by hand, after its last attempt: it is tried this once.
    "once" BOOLEAN NOT NULL DEFAULT false,
    "in_hand" BOOLEAN NOT NULL DEFAULT false,
    -- When it is tried next; held ahead by the mailer that has it in hand.
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
    "delivered_at" TIMESTAMPTZ(3),
    -- The latest attempts: [{at, status, ms, error, answer}].
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_delivery_state" CHECK ("state" IN ('pending', 'delivered', 'failed'))
);
CREATE INDEX "webhook_delivery_webhook" ON "webhook_delivery"("webhook_id", "id");
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery"("webhook_id", "due_at", "id") WHERE "state" = 'pending';
CREATE INDEX "webhook_delivery_in_hand" ON "webhook_delivery"("webhook_id") WHERE "in_hand";
CREATE INDEX "webhook_delivery_age" ON "webhook_delivery" USING BRIN ("created_at");

ALTER TABLE "warning" DROP CONSTRAINT "warning_kind_known";
ALTER TABLE "warning" ADD CONSTRAINT "warning_kind_known"
  CHECK ("kind" IN ('quota', 'certificate', 'subscription', 'apikey', 'fiscaldata', 'webhook')) NOT VALID;

-- Its caller was told that the outcome is unknown, and is to be told what became of it.
ALTER TABLE "issuance" ADD COLUMN "unconfirmed" BOOLEAN NOT NULL DEFAULT false;

-- Whether anybody is told what happens to the company in this environment.
CREATE FUNCTION "webhooks_listen"("of_company" INTEGER, "of_production" BOOLEAN) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM "public"."webhook" w WHERE w."company_id" = $1 AND w."production" = $2 AND w."enabled")
$$;

-- Records an event for each endpoint that wants it. In PL/pgSQL, like the next one: it keeps its plan, and SQL would plan at every call.
CREATE FUNCTION "tell_webhooks"("of_company" INTEGER, "of_production" BOOLEAN, "event" TEXT, "data" JSON) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "public"."webhook_delivery" ("webhook_id", "company_id", "production", "event_id", "type", "body")
  SELECT w."id", $1, $2, e.id, $3, e.body
  FROM (SELECT 'evt_' || replace(gen_random_uuid()::text, '-', '') AS id, json_build_object('type', $3,
    'timestamp', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', $4)::text AS body OFFSET 0) e
  CROSS JOIN "public"."webhook" w
  WHERE w."company_id" = $1 AND w."production" = $2 AND w."enabled" AND w."events" && ARRAY['*', $3]
    AND (w."listening_until" IS NULL OR w."listening_until" > now())
  ORDER BY w."id";
END
$$;

-- What an event tells of a voucher: nothing about its receiver.
CREATE FUNCTION "told_voucher"("of_voucher" INTEGER) RETURNS JSON LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT json_build_object('id', v."id", 'voucherType', v."voucher_type", 'posNumber', v."pos_number", 'voucherNumber', v."voucher_number",
    'voucherDate', v."voucher_date", 'cae', v."cae", 'caeExpirationDate', v."cae_expiration_date", 'totalAmount', v."total_amount"::text,
    'currency', v."currency", 'idempotency', v."idempotency", 'externalReference', v."external_reference", 'production', v."production",
    'source', v."source", 'created', to_char(v."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM "public"."voucher" v WHERE v."id" = $1);
END
$$;

-- The triggers run with their owner's rights. So no process may write an event of its own.
CREATE FUNCTION "tell_vouchers"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  -- OFFSET 0 makes PostgreSQL look at the index for each voucher, and not read the endpoints of all companies.
  PERFORM "public"."tell_webhooks"(a.company_id, a.production, CASE a.source WHEN 'rcel' THEN 'invoice.imported' ELSE 'invoice.issued' END,
    "public"."told_voucher"(a.id))
  FROM added a
  WHERE EXISTS (SELECT FROM "public"."webhook" w WHERE w."company_id" = a.company_id AND w."production" = a.production AND w."enabled" OFFSET 0)
  ORDER BY a.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER "tell_vouchers" AFTER INSERT ON "voucher" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "tell_vouchers"();

CREATE FUNCTION "tell_pdf"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM "public"."tell_webhooks"(NEW.company_id, NEW.production, 'invoice.pdf_ready', "public"."told_voucher"(NEW.id))
  WHERE "public"."webhooks_listen"(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER "tell_pdf" AFTER UPDATE OF "has_pdf" ON "voucher" FOR EACH ROW WHEN (NEW."has_pdf" AND NOT OLD."has_pdf")
  EXECUTE FUNCTION "tell_pdf"();

-- `recipient` is the place among the voucher's e-mails, from 1.
CREATE FUNCTION "tell_mail"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM "public"."tell_webhooks"(v.company_id, v.production, 'invoice.email_' || NEW.state::text,
    ("public"."told_voucher"(v.id)::jsonb || jsonb_build_object('recipient', NEW.slot))::json)
  FROM "public"."voucher" v WHERE v.id = NEW.voucher_id AND "public"."webhooks_listen"(v.company_id, v.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER "tell_mail" AFTER UPDATE OF "state" ON "recipient" FOR EACH ROW
  WHEN (NEW."state" <> OLD."state" AND NEW."state" IN ('sent', 'failed')) EXECUTE FUNCTION "tell_mail"();

-- It stays unconfirmed through renumbering and new places in the line, until it is settled or recorded anew.
CREATE FUNCTION "note_unconfirmed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.unconfirmed := NEW.revision = OLD.revision;
  RETURN NEW;
END
$$;
CREATE TRIGGER "note_unconfirmed" BEFORE UPDATE ON "issuance" FOR EACH ROW
  WHEN (NEW."doubt" = 'unconfirmed' OR OLD."unconfirmed" AND NEW."revision" <> OLD."revision") EXECUTE FUNCTION "note_unconfirmed"();

CREATE FUNCTION "tell_unconfirmed"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM "public"."tell_webhooks"(NEW.company_id, NEW.production, 'invoice.unconfirmed', json_build_object('idempotency', NEW.idempotency,
    'posNumber', NEW.pos_number, 'voucherType', NEW.voucher_type, 'production', NEW.production))
  WHERE "public"."webhooks_listen"(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER "tell_unconfirmed" AFTER UPDATE ON "issuance" FOR EACH ROW WHEN (NEW."unconfirmed" AND NOT OLD."unconfirmed")
  EXECUTE FUNCTION "tell_unconfirmed"();

CREATE FUNCTION "tell_settled"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM "public"."tell_webhooks"(NEW.company_id, NEW.production, 'invoice.settled', coalesce(
    (SELECT json_build_object('outcome', 'issued', 'idempotency', NEW.idempotency, 'id', v.id, 'voucher', "public"."told_voucher"(v.id))
     FROM "public"."voucher" v WHERE v.issuance_id = NEW.id),
    json_build_object('outcome', 'failed', 'idempotency', NEW.idempotency, 'voucher', NULL)))
  WHERE "public"."webhooks_listen"(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER "tell_settled" AFTER UPDATE ON "issuance" FOR EACH ROW
  WHEN (OLD."unconfirmed" AND OLD."state" IN ('queued', 'submitted') AND NEW."state" NOT IN ('queued', 'submitted'))
  EXECUTE FUNCTION "tell_settled"();

-- What the account is warned of. Without an environment it concerns both.
CREATE FUNCTION "tell_warning"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM "public"."tell_webhooks"(NEW.company_id, e.production,
    CASE NEW.kind WHEN 'quota' THEN 'quota.warning' WHEN 'certificate' THEN 'certificate.expiring' ELSE 'subscription.ending' END,
    (NEW.facts - 'kind')::json)
  FROM (VALUES (true), (false)) AS e(production)
  WHERE coalesce((NEW.facts ->> 'production')::boolean, e.production) = e.production AND "public"."webhooks_listen"(NEW.company_id, e.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER "tell_warning" AFTER INSERT ON "warning" FOR EACH ROW WHEN (NEW."kind" IN ('quota', 'certificate', 'subscription'))
  EXECUTE FUNCTION "tell_warning"();

REVOKE EXECUTE ON FUNCTION "webhooks_listen"(INTEGER, BOOLEAN), "tell_webhooks"(INTEGER, BOOLEAN, TEXT, JSON), "told_voucher"(INTEGER) FROM PUBLIC;

CREATE VIEW "tenant"."webhook" AS SELECT * FROM "public"."webhook"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."webhook_delivery" AS SELECT * FROM "public"."webhook_delivery"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE VIEW "tenant"."webhook_secret" AS SELECT * FROM "public"."webhook_secret" s
  WHERE EXISTS (SELECT FROM "tenant"."webhook" w WHERE w."id" = s."webhook_id") WITH CHECK OPTION;
CREATE VIEW "tenant"."webhook_key" AS SELECT * FROM "public"."webhook_key";

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."issuance" AS SELECT * FROM "public"."issuance"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
