UPDATE "warning"
SET due_at = now() + $1 * interval '1 millisecond', smtp_response = $2, unknown_outcomes = unknown_outcomes + $3,
  is_claimed = false
WHERE id = $4
  AND state = 'due'
