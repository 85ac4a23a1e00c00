UPDATE print_attempt
SET due_at = now() + least($1, $2 * 2 ^ least(attempt_count - 1, 10)) * interval '1 second', reason = $3
WHERE voucher_id = $4
  AND versions = $5
