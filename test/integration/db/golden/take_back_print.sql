UPDATE print_try
SET tries = greatest(tries - 1, 0), due_at = now() + interval '5 seconds'
WHERE voucher_id = $1
  AND public.same_part(company_id, $2::int)
  AND versions = $3
