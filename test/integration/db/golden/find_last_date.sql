SELECT last_date AS "lastDate"
FROM sequence
WHERE company_id = $1
  AND production = $2
  AND pos_number = $3
  AND voucher_type = $4
