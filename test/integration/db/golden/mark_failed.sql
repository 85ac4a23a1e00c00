/* mark_failed */
WITH d AS (
  UPDATE webhook_delivery
  SET is_claimed = false, once = false,
    attempts = jsonb_set(attempts, ARRAY[($1::int - attempt_count - 1)::text], $2::jsonb, false),
    state = CASE
      WHEN $3::float8 IS NOT NULL THEN 'pending'
      WHEN delivered_at IS NOT NULL THEN 'delivered'
      ELSE 'failed'
    END, due_at = now() + coalesce($4::float8, 0) * interval '1 millisecond'
  WHERE id = $5
    AND created_at = $6
    AND state = 'pending'
    AND is_claimed
    AND attempt_count = $7
  RETURNING webhook_id
),
w AS (
  UPDATE webhook w
  SET failing_since = coalesce(w.failing_since, now()), enabled = NOT $8, disabled_reason = CASE WHEN $9 THEN $10 END
  FROM d
  WHERE w.id = d.webhook_id
    AND w.enabled
    AND (w.failing_since IS NULL OR $11)
  RETURNING w.*
),
gone AS (SELECT * FROM w WHERE NOT enabled)
INSERT INTO warning (company_id, kind, subject, facts)
SELECT w.company_id, 'webhook', w.id || '-' || clock_timestamp(),
  jsonb_build_object('kind', 'webhook', 'url', w.url, 'production', w.production, 'reason', $12::text)
FROM gone w
JOIN company c
  ON c.id = w.company_id
WHERE c.account_email IS NOT NULL
