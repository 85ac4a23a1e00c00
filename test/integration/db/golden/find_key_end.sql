SELECT k.expires_at AS "expiresAt"
FROM api_key k
WHERE k.id = $1
  AND k.company_id = $2
  AND k.production = $3
