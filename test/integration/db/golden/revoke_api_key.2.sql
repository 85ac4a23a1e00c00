UPDATE api_key k
SET revoked_at = now()
WHERE k.id = $1
  AND k.company_id = $2
  AND k.production = $3
  AND k.revoked_at IS NULL
