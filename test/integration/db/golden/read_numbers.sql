SELECT number
FROM issuance
WHERE company_id = $1
  AND production = $2
  AND pos_number = $3
  AND voucher_type = $4
  AND state = 'submitted'
  AND number BETWEEN $5 AND $6
