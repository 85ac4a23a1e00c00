SELECT
FROM sequence
WHERE company_id = $1
  AND production = $2
  AND pos_number = $3
  AND voucher_type = $4
FOR UPDATE
