-- While numbers of a sequence are missing: the fortnights, as 'YYYYMM-1', of which a person said that none of the missing is of them.
ALTER TABLE "sequence" ADD COLUMN "without_missing" TEXT[] NOT NULL DEFAULT '{}';
-- In a contingency that ends by itself: how often in a row the authority refused this company alone, and what it said last.
ALTER TABLE "contingency" ADD COLUMN "refused" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "refusal" TEXT;

-- With the new columns.
CREATE OR REPLACE VIEW "tenant"."sequence" AS SELECT * FROM "public"."sequence"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
CREATE OR REPLACE VIEW "tenant"."contingency" AS SELECT * FROM "public"."contingency"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;

-- One that ended because this company alone was refused keeps why in "silence": then that is told, not why it began.
CREATE OR REPLACE FUNCTION tell_contingency() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  before TIMESTAMPTZ := CASE TG_OP WHEN 'UPDATE' THEN OLD.active_since END;
  told public.contingency := CASE WHEN NEW.active_since IS NULL THEN OLD ELSE NEW END;
  refusal TEXT := CASE WHEN NEW.active_since IS NULL THEN NEW.silence ->> 'refusal' END;
BEGIN
  IF (before IS NULL) = (NEW.active_since IS NULL) THEN RETURN NULL; END IF;
  PERFORM public.tell_webhooks(NEW.company_id, NEW.production,
    CASE WHEN before IS NULL THEN 'contingency.started' ELSE 'contingency.ended' END,
    json_build_object('since', to_char(told.active_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'reason', coalesce('the tax authority refuses this company alone: ' || refusal, told.reason,
        'no answer from the tax authority since ' || (told.silence ->> 'since') || ': ' || coalesce(told.silence ->> 'cause', 'unknown')),
      'production', NEW.production))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
