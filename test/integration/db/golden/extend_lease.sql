/* extend_lease */
UPDATE sequence_lease
SET expires_at = now() + $1 * interval '1 second'
WHERE company_id = $2
  AND production = $3
  AND pos_number = $4
  AND voucher_type = $5
  AND holder = $6::uuid
