UPDATE print_try t
SET tries = 0, due_at = date_trunc('milliseconds', now())
FROM voucher v
WHERE v.id = t.voucher_id
  AND v.company_id = $1
  AND t.tries >= $2
  AND ($3::bigint IS NULL OR t.voucher_id = $4::bigint)
