UPDATE recipient
SET due_at = now() + $1 * interval '1 millisecond'
WHERE id = $2
  AND state = 'due'
  AND NOT in_hand
  AND due_at <= now()
