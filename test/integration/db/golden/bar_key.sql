UPDATE issuance i
SET key_closed = true
WHERE i.id = $1
  AND i.company_id = $2
  AND i.production = $3
  AND NOT i.key_closed
  AND i.state IN ('rejected', 'cancelled', 'failed')
