UPDATE caea_report r
SET gap = false
WHERE r.company_id = $1
  AND r.production = $2
  AND r.pos_number = $3
  AND r.voucher_type = $4
  AND r.gap
  AND r.voucher_number <= $5
