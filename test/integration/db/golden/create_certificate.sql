INSERT INTO certificate AS t (company_id, production, alias, csr, sealed_key)
VALUES ($1, $2, $3, $4, $5)
RETURNING t.id, t.alias, t.csr, t.active, t.expires_at AS "expiresAt", t.created_at AS "createdAt"
