INSERT INTO api_key AS k (company_id, production, name, prefix, hash, scopes, expires_at)
VALUES ($1, $2, $3, $4, $5, $6::text[], $7)
RETURNING k.id, k.name, k.prefix, k.scopes, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt"
