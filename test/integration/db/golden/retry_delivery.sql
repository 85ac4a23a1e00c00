UPDATE webhook_delivery d
SET state = 'pending', once = once OR state <> 'pending',
  due_at = CASE WHEN is_claimed THEN due_at ELSE date_trunc('milliseconds', now()) END
WHERE company_id = $1
  AND production = $2
  AND webhook_id = $3
  AND id = $4
  AND d.created_at + $5 * interval '1 day' >= now()
RETURNING 1
