SELECT count(*)::int AS count
FROM api_key k
WHERE k.company_id = $1
  AND k.production = $2
