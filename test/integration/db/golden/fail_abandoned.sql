UPDATE webhook_delivery
SET is_claimed = false, once = false, state = CASE WHEN delivered_at IS NULL THEN 'failed' ELSE 'delivered' END
WHERE (id, created_at) IN (
  SELECT id, created_at
  FROM webhook_delivery
  WHERE is_claimed
    AND state = 'pending'
    AND due_at <= now()
    AND (once OR attempt_count >= $1)
  FOR NO KEY UPDATE SKIP LOCKED
)
  AND is_claimed
  AND state = 'pending'
  AND due_at <= now()
  AND (once OR attempt_count >= $2)
