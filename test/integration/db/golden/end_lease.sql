/* end_lease */
DELETE FROM sequence_lease
WHERE company_id = $1
  AND production = $2
  AND pos_number = $3
  AND voucher_type = $4
  AND holder = $5::uuid
