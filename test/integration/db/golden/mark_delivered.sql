/* mark_delivered */
WITH d AS (
  UPDATE webhook_delivery
  SET state = 'delivered', delivered_at = now(), is_claimed = false, once = false,
    attempts = jsonb_set(attempts, ARRAY[($1::int - attempt_count - 1)::text], $2::jsonb, false)
  WHERE id = $3
    AND created_at = $4
    AND state = 'pending'
  RETURNING webhook_id
)
UPDATE webhook w
SET failing_since = NULL
FROM d
WHERE w.id = d.webhook_id
  AND w.failing_since IS NOT NULL
