/* begin_of_silence */
WITH due AS MATERIALIZED (
  SELECT c.company_id, c.production,
    CASE
      WHEN c.cae_failing THEN least(c.cae_outage_since, c.outage_since)
      ELSE c.outage_since
    END AS since
  FROM contingency c
  WHERE c.active_since IS NULL
    AND (
      (
        c.failed_calls > 1
        AND c.outage_since <= now() - $1 * interval '1 millisecond'
        AND coalesce(c.outage_recorded_at <= now() - $2 * interval '1 millisecond', true)
      )
      OR c.cae_failing
      AND (
        c.failed_cae_requests > 1
        AND c.cae_outage_since <= now() - $3 * interval '1 millisecond'
        AND coalesce(c.cae_outage_recorded_at <= now() - $4 * interval '1 millisecond', true)
      )
    )
  FOR UPDATE SKIP LOCKED
),
turned AS (
  UPDATE contingency c
  SET active_since = now(), is_manual = false, ready_at = NULL, trial_id = NULL, refused = 0,
    silence = jsonb_build_object(
      'since', to_char(due.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'cause', c.cause
    )
  FROM due
  WHERE c.company_id = due.company_id
    AND c.production = due.production
  RETURNING c.company_id, c.production, c.active_since AS since, c.silence AS reason
),
audited AS (
  INSERT INTO audit_entry (company_id, production, action, resource_id, actor_type, after)
  SELECT company_id, production, $5, CASE WHEN production THEN $6 ELSE $7 END, 'system',
    jsonb_build_object(
      'active', $8::boolean, 'since', to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason',
      reason
    )
  FROM turned
)
SELECT company_id AS "companyId", production, (extract(epoch FROM since) * 1000)::float8 AS "sinceMs", reason
FROM turned
