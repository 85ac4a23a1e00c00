UPDATE print_attempt
SET attempt_count = greatest(attempt_count - 1, 0), due_at = now() + interval '5 seconds',
  refused_at = CASE WHEN $1 THEN now() END
WHERE voucher_id = $2
  AND versions = $3
