UPDATE certificate t
SET certificate = $1, expires_at = $2, active = true, cuit = coalesce($3, t.cuit)
WHERE t.id = $4
  AND t.company_id = $5
  AND t.production = $6
RETURNING t.id, t.alias, t.csr, t.active, t.expires_at AS "expiresAt", t.created_at AS "createdAt"
