UPDATE recipient
SET due_at = now() + $1 * interval '1 millisecond'
WHERE id = $2
  AND state = 'due'
  AND NOT is_claimed
  AND due_at <= now()
