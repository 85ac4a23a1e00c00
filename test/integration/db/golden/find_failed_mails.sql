SELECT v.id AS "voucherId", v.voucher_type AS "voucherType", v.pos_number AS "posNumber",
  v.voucher_number AS "voucherNumber", r.email
FROM (
  SELECT v.*
  FROM voucher v
  WHERE v.company_id = $1
    AND v.production = $2
  ORDER BY v.id DESC
  LIMIT $3
) v
JOIN recipient r
  ON r.voucher_id = v.id
WHERE r.state = 'failed'
  AND r.created_at > now() - interval '7 days'
  AND NOT EXISTS (
    SELECT
    FROM recipient o
    WHERE o.voucher_id = v.id
      AND o.slot > r.slot
      AND o.state <> 'failed'
  )
ORDER BY v.id DESC, r.slot
LIMIT $4
