SELECT k.hash
FROM public.api_key k
WHERE k.revoked_at IS NULL
  AND (k.expires_at IS NULL OR k.expires_at > now())
ORDER BY k.id DESC
LIMIT $1
