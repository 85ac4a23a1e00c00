WITH failing AS (
  UPDATE webhook
  SET enabled = false, disabled_reason = $1
  WHERE id IN (
    SELECT id
    FROM webhook
    WHERE enabled
      AND failing_since < now() - $2 * interval '1 day'
    FOR NO KEY UPDATE SKIP LOCKED
  )
    AND enabled
    AND failing_since < now() - $3 * interval '1 day'
  RETURNING *
)
INSERT INTO warning (company_id, kind, subject, facts)
SELECT w.company_id, 'webhook', w.id || '-' || clock_timestamp(),
  jsonb_build_object('kind', 'webhook', 'url', w.url, 'production', w.production, 'reason', $4::text)
FROM failing w
JOIN company c
  ON c.id = w.company_id
WHERE c.account_email IS NOT NULL
