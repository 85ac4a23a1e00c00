WITH b AS MATERIALIZED (
  SELECT c.*
  FROM contingency c
  WHERE c.active_since IS NOT NULL
    AND NOT c.is_manual
    AND c.refused >= $1
  FOR UPDATE SKIP LOCKED
),
hurried AS (
  UPDATE caea_report u
  SET due_at = now() - interval '1 second'
  FROM (
    SELECT r.voucher_id
    FROM b
    JOIN caea_report r
      ON r.company_id = b.company_id
      AND r.production = b.production
    WHERE b.active_since IS NOT NULL
      AND r.state IN ('due', 'sent')
      AND r.due_at > now()
      AND NOT b.is_manual
    FOR NO KEY UPDATE OF r SKIP LOCKED
  ) r
  WHERE u.voucher_id = r.voucher_id
),
broken AS (
  UPDATE contingency c
  SET outage_since = NULL, failed_calls = 0, cae_failing = false, ready_at = NULL, trial_id = NULL, refused = 0,
    answered_at = now(), active_since = CASE WHEN c.is_manual THEN c.active_since END,
    reason = CASE WHEN c.is_manual THEN c.reason END,
    silence = CASE
      WHEN c.is_manual THEN c.silence
      ELSE jsonb_build_object('refusal', coalesce(b.refusal, 'unknown'))
    END
  FROM b
  WHERE c.company_id = b.company_id
    AND c.production = b.production
),
turned AS (
  SELECT company_id, production, active_since AS since,
    coalesce(
      jsonb_build_object('refusal', coalesce(b.refusal, 'unknown')), coalesce(to_jsonb(b.reason), b.silence)
    ) AS reason
  FROM b
  WHERE active_since IS NOT NULL
    AND NOT is_manual
),
audited AS (
  INSERT INTO audit_entry (company_id, production, action, resource_id, actor_type, after)
  SELECT company_id, production, $2, CASE WHEN production THEN $3 ELSE $4 END, 'system',
    jsonb_build_object(
      'active', $5::boolean, 'since', to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason',
      reason
    )
  FROM turned
)
SELECT company_id AS "companyId", production, (extract(epoch FROM since) * 1000)::float8 AS "sinceMs", reason
FROM turned
