UPDATE webhook_delivery
SET in_hand = false, once = false, state = CASE WHEN delivered_at IS NULL THEN 'failed' ELSE 'delivered' END
WHERE (id, created_at) IN (
  SELECT id, created_at
  FROM webhook_delivery
  WHERE in_hand
    AND state = 'pending'
    AND due_at <= now()
    AND (once OR tries >= $1)
  FOR NO KEY UPDATE SKIP LOCKED
)
  AND in_hand
  AND state = 'pending'
  AND due_at <= now()
  AND (once OR tries >= $2)
