UPDATE certificate t
SET certificate = $1, expires_at = $2, active = true, cuit = coalesce($3, t.cuit)
WHERE t.id = $4
  AND t.company_id IS NULL
  AND t.production = $5
RETURNING t.id, t.alias, t.csr, t.active, t.expires_at AS "expiresAt", t.created_at AS "createdAt"
