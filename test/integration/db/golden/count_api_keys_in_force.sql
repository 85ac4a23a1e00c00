SELECT count(*)::int AS count
FROM api_key k
WHERE k.company_id = $1
  AND k.production = $2
  AND k.revoked_at IS NULL
  AND (k.expires_at IS NULL OR k.expires_at > now())
