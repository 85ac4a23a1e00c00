UPDATE issuance i
SET barred = true
WHERE i.id = $1
  AND i.company_id = $2
  AND i.production = $3
  AND NOT i.barred
  AND i.state IN ('rejected', 'cancelled', 'failed')
