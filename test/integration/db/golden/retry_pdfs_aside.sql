UPDATE print_attempt t
SET attempt_count = 0, due_at = date_trunc('milliseconds', now())
FROM voucher v
WHERE v.id = t.voucher_id
  AND v.company_id = $1
  AND t.attempt_count >= $2
  AND ($3::bigint IS NULL OR t.voucher_id = $4::bigint)
