UPDATE "warning"
SET attempts = attempts + 1, unknown_outcomes = unknown_outcomes + is_claimed::int, is_claimed = true,
  due_at = now() + $1 * 2 ^ least(unknown_outcomes + is_claimed::int, 8) * interval '1 millisecond'
WHERE id = $2
  AND state = 'due'
  AND due_at <= now()
RETURNING attempts, unknown_outcomes AS "lostAnswers",
  (extract(epoch FROM now() - created_at) * 1000)::float8 AS "ageMs"
