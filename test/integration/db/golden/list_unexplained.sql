WITH bounds AS (
  SELECT coalesce(max(v.voucher_number) FILTER (WHERE v.voucher_date < $1), 0) AS above,
    coalesce(min(v.voucher_number) FILTER (WHERE v.voucher_date > $2), $3 + 1) AS below
  FROM voucher v
  WHERE v.company_id = $4
    AND v.production = $5
    AND v.pos_number = $6
    AND v.voucher_type = $7
)
SELECT n.number
FROM bounds, generate_series(least(bounds.below, $8 + 1) - 1, bounds.above + 1, -1) AS n(number)
WHERE NOT EXISTS (
  SELECT
  FROM voucher v
  WHERE v.company_id = $9
    AND v.production = $10
    AND v.pos_number = $11
    AND v.voucher_type = $12
    AND v.voucher_number = n.number
)
LIMIT $13
