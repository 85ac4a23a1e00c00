SELECT (
  SELECT count(*)::int
  FROM voucher
  WHERE company_id = $1
    AND production = $2
    AND pos_number = $3
    AND voucher_type = $4
    AND voucher_number > $5
    AND voucher_number <= $6
) AS vouchers,
  (
    SELECT count(*)::int
    FROM issuance
    WHERE company_id = $7
      AND production = $8
      AND pos_number = $9
      AND voucher_type = $10
      AND state = 'submitted'
      AND operator_reason IS NULL
      AND number > $11
      AND number <= $12
  ) AS open
