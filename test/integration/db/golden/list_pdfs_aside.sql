SELECT t.voucher_id AS "voucherId", t.versions, c.code, v.production, t.tries, t.reason
FROM print_try t
JOIN voucher v
  ON v.id = t.voucher_id
JOIN company c
  ON c.id = v.company_id
WHERE t.tries >= $1
  AND ($2::int IS NULL OR v.company_id = $3::int)
ORDER BY t.voucher_id, t.versions
LIMIT $4
