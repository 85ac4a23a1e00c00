SELECT k.id, k.name, k.prefix, k.scopes, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt"
FROM api_key k
WHERE k.company_id = $1
  AND k.production = $2
ORDER BY k.id
