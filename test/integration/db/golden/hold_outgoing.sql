UPDATE "warning"
SET due_at = greatest(due_at, now() + $1 * interval '1 millisecond')
WHERE id = $2
  AND state = 'due'
  AND is_claimed
