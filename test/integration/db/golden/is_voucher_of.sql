SELECT
FROM voucher
WHERE id = $1
  AND company_id = $2
