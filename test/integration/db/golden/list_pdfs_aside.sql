SELECT t.voucher_id AS "voucherId", t.versions, c.code, v.production, t.attempt_count AS tries, t.reason
FROM print_attempt t
JOIN voucher v
  ON v.id = t.voucher_id
JOIN company c
  ON c.id = v.company_id
WHERE t.attempt_count >= $1
  AND ($2::int IS NULL OR v.company_id = $3::int)
ORDER BY t.voucher_id, t.versions
LIMIT $4
