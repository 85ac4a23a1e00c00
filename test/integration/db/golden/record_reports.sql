/* record_reports */
WITH seq AS MATERIALIZED (
  SELECT id, last_number
  FROM sequence
  WHERE id = $1
    AND epoch = $2
    AND token = $3::bigint
    AND incarnation = (SELECT public.current_incarnation())
  FOR UPDATE
),
c AS MATERIALIZED (
  SELECT *
  FROM json_to_recordset($4::json) AS c(
    number int, "from" text, "to" text, observations jsonb, errors jsonb, tries int, "waitMs" float8, "isHidden" boolean
  )
),
-- A report that is taken after a number that was given up shows that the authority goes on without that number.
passed AS (
  UPDATE caea_report r
  SET gap = false
  FROM seq
  WHERE r.company_id = $5
    AND r.production = $6
    AND r.pos_number = $7
    AND r.voucher_type = $8
    AND r.state <> 'reported'
    AND r.errors <> '[]'
    AND r.gap
    AND r.voucher_number < (SELECT max(c.number) FROM c WHERE c."to" = 'reported')
),
changed AS (
  -- What was refused before is kept until there is an outcome.
  UPDATE caea_report r
  SET state = c."to", listed_at = NULL, observations = c.observations,
    errors = coalesce(c.errors, CASE WHEN c."to" = 'reported' THEN '[]' ELSE r.errors END),
    hidden_since = CASE
      WHEN c."isHidden" THEN least(coalesce(r.hidden_since, clock_timestamp()), clock_timestamp())
      WHEN c."to" = 'sent' THEN r.hidden_since
    END, declared = CASE WHEN c."to" <> 'reported' THEN r.declared END,
    reported_at = CASE WHEN c."to" = 'reported' THEN clock_timestamp() END, attempt_count = coalesce(c.tries, 0),
    due_at = clock_timestamp() + coalesce(nullif(c."waitMs", 0), -1000) * interval '1 millisecond'
  FROM seq, c
  WHERE r.company_id = $9
    AND r.production = $10
    AND r.pos_number = $11
    AND r.voucher_type = $12
    AND r.voucher_number = c.number
    AND r.state = c."from"
)
SELECT EXISTS (SELECT FROM seq) AS current
