SELECT
FROM company own
JOIN company c
  ON c.cuit = own.cuit
  AND c.id <> own.id
JOIN voucher v
  ON v.company_id = c.id
  AND v.production = $1
  AND v.cae = $2
  AND v.issuance_id IS NOT NULL
WHERE own.id = $3
LIMIT 1
