SELECT coalesce(
  (
    SELECT min(voucher_number)
    FROM voucher
    WHERE company_id = $1
      AND production = $2
      AND pos_number = $3
      AND voucher_type = $4
      AND voucher_date >= $5
  ),
  (
    SELECT max(voucher_number) + 1
    FROM voucher
    WHERE company_id = $6
      AND production = $7
      AND pos_number = $8
      AND voucher_type = $9
  ), 1
) AS number
