UPDATE print_try
SET tries = greatest(tries - 1, 0), due_at = now() + interval '5 seconds'
WHERE voucher_id = $1
  AND versions = $2
