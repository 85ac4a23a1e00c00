SELECT t.id, t.alias, t.csr, t.active, t.expires_at AS "expiresAt", t.created_at AS "createdAt"
FROM certificate t
WHERE t.company_id = $1
  AND t.production = $2
ORDER BY t.id
LIMIT $3
OFFSET $4
