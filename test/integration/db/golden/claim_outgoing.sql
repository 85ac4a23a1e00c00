UPDATE "warning"
SET attempts = attempts + 1, lost_answers = lost_answers + in_hand::int, in_hand = true,
  due_at = now() + $1 * 2 ^ least(lost_answers + in_hand::int, 8) * interval '1 millisecond'
WHERE id = $2
  AND state = 'due'
  AND due_at <= now()
RETURNING attempts, lost_answers AS "lostAnswers", (extract(epoch FROM now() - created_at) * 1000)::float8 AS "ageMs"
