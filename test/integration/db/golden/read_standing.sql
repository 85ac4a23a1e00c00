SELECT (
  SELECT last_number
  FROM sequence
  WHERE company_id = $1
    AND production = $2
    AND pos_number = $3
    AND voucher_type = $4
) AS "lastNumber",
  (
    SELECT min(voucher_number)
    FROM voucher
    WHERE company_id = $5
      AND production = $6
      AND pos_number = $7
      AND voucher_type = $8
  ) AS "firstVoucher",
  (
    SELECT max(voucher_number)
    FROM voucher
    WHERE company_id = $9
      AND production = $10
      AND pos_number = $11
      AND voucher_type = $12
  ) AS "lastVoucher",
  (
    SELECT min(voucher_number)
    FROM caea_report
    WHERE company_id = $13
      AND production = $14
      AND pos_number = $15
      AND voucher_type = $16
      AND state <> 'reported'
  ) AS "firstUnreported",
  coalesce(
    (
      SELECT shared AND NOT unverified
      FROM sequence
      WHERE company_id = $17
        AND production = $18
        AND pos_number = $19
        AND voucher_type = $20
    ), false
  ) AS "isShared",
  coalesce(
    (
      SELECT public.is_verified(s)
      FROM sequence s
      WHERE company_id = $21
        AND production = $22
        AND pos_number = $23
        AND voucher_type = $24
    ), false
  ) AS "isVerified"
