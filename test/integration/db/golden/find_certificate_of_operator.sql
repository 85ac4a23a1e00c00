SELECT t.id, t.alias, t.csr, t.active, t.expires_at AS "expiresAt", t.created_at AS "createdAt"
FROM certificate t
WHERE t.id = $1
  AND t.company_id IS NULL
  AND t.production = $2
