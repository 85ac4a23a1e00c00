SELECT company_id AS "companyId", production, pos_number AS "posNumber", voucher_type AS "voucherType"
FROM sequence
WHERE company_id = $1
  AND production = $2
UNION
SELECT company_id, production, pos_number, voucher_type
FROM voucher_count
WHERE company_id = $3
  AND production = $4
  AND span = 'all'
UNION
SELECT company_id, production, pos_number, voucher_type
FROM voucher_count_pending
WHERE company_id = $5
  AND production = $6
ORDER BY "posNumber", "voucherType"
