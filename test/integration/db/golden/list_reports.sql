SELECT r.voucher_id AS "voucherId", r.pos_number AS "posNumber", r.voucher_type AS "voucherType",
  r.voucher_number AS "voucherNumber", v.voucher_date AS "voucherDate", v.total_amount::text AS "totalAmount", a.code,
  a.report_by AS "reportBy", r.state, r.errors
FROM caea_report r
JOIN voucher v
  ON v.id = r.voucher_id
JOIN caea a
  ON a.id = r.caea_id
WHERE r.company_id = $1
  AND r.production = $2
  AND r.state <> 'reported'
  AND (NOT $3::boolean OR r.state = 'rejected')
ORDER BY r.pos_number, r.voucher_type, r.voucher_number
LIMIT $4
