UPDATE print_try t
SET tries = 0, due_at = date_trunc('milliseconds', now())
FROM voucher v
WHERE v.id = t.voucher_id
  AND v.company_id = $1
  AND public.same_part(t.company_id, $2::int)
  AND t.tries >= $3
  AND ($4::bigint IS NULL OR t.voucher_id = $5::bigint)
