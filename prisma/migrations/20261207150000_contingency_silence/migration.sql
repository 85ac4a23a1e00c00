-- The silence for which it began by itself: {since, cause}. NULL when a person began it, whose words are in reason.
ALTER TABLE "contingency" ADD COLUMN "silence" JSONB;

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."contingency" AS SELECT * FROM "public"."contingency"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;

-- A webhook is told in English, as `shared/domain/contingency-reason.ts` says it.
CREATE OR REPLACE FUNCTION tell_contingency() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  before TIMESTAMPTZ := CASE TG_OP WHEN 'UPDATE' THEN OLD.active_since END;
  told public.contingency := CASE WHEN NEW.active_since IS NULL THEN OLD ELSE NEW END;
BEGIN
  IF (before IS NULL) = (NEW.active_since IS NULL) THEN RETURN NULL; END IF;
  PERFORM public.tell_webhooks(NEW.company_id, NEW.production,
    CASE WHEN before IS NULL THEN 'contingency.started' ELSE 'contingency.ended' END,
    json_build_object('since', to_char(told.active_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'reason', coalesce(told.reason, 'no answer from the tax authority since ' || (told.silence ->> 'since') || ': '
        || coalesce(told.silence ->> 'cause', 'unknown')), 'production', NEW.production))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
