-- What the authority announces in the `Events` of its answers to a company: maintenance, changes by law. Never an error.
CREATE TABLE "authority_notice" (
    "id" BIGSERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    -- The authority's name of the service, such as wsfe.
    "service" TEXT NOT NULL,
    "code" INTEGER NOT NULL,
    "message" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "authority_notice_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "authority_notice_short" CHECK (char_length("message") <= 4000),
    CONSTRAINT "authority_notice_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- Each text once: the same code may come with another text.
CREATE UNIQUE INDEX "authority_notice_once" ON "authority_notice"("company_id", "production", "service", "code", md5("message"));

CREATE VIEW "tenant"."authority_notice" AS SELECT * FROM "public"."authority_notice"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;

-- In the commit that records it, as every event.
CREATE FUNCTION "tell_notice"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM "public"."tell_webhooks"(NEW.company_id, NEW.production, 'authority.notice', json_build_object('code', NEW.code,
    'message', NEW.message, 'service', NEW.service, 'environment', CASE WHEN NEW.production THEN 'production' ELSE 'homologation' END))
  WHERE "public"."webhooks_listen"(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER "tell_notice" AFTER INSERT ON "authority_notice" FOR EACH ROW EXECUTE FUNCTION "tell_notice"();
