WITH b AS MATERIALIZED (
  SELECT *
  FROM contingency c
  WHERE c.company_id = $1
    AND c.production = $2
    AND c.active_since IS NOT NULL
  FOR UPDATE
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
    FOR NO KEY UPDATE OF r SKIP LOCKED
  ) r
  WHERE u.voucher_id = r.voucher_id
)
UPDATE contingency c
SET active_since = NULL, is_manual = false, reason = NULL, silence = NULL, ready_at = NULL, trial_id = NULL, refused = 0,
  outage_since = NULL, failed_calls = 0, cae_failing = false
FROM b
WHERE c.company_id = $3
  AND c.production = $4
RETURNING (extract(epoch FROM b.active_since) * 1000)::float8 AS "sinceMs",
  coalesce(to_jsonb(b.reason), b.silence) AS reason
