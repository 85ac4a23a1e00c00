SELECT CASE WHEN issuance_id IS NULL AND source = 'rcel' THEN 'unclaimed' ELSE 'another''s' END AS kept
FROM voucher
WHERE company_id = $1
  AND production = $2
  AND pos_number = $3
  AND voucher_type = $4
  AND voucher_number = $5
