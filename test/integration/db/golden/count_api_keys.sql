SELECT count(*)::int AS keys
FROM api_key k
WHERE k.company_id = $1
  AND k.production = $2
