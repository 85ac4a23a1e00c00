SELECT count(*)::int AS count
FROM voucher
WHERE company_id = $1
  AND production = $2
  AND pos_number = $3
  AND voucher_type = $4
  AND voucher_number > $5
  AND voucher_number <= $6
