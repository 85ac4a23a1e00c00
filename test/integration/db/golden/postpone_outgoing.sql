UPDATE "warning"
SET due_at = now() + $1 * interval '1 millisecond', smtp_response = $2, lost_answers = lost_answers + $3,
  in_hand = false
WHERE id = $4
  AND state = 'due'
