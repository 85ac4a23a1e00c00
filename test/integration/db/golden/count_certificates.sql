SELECT count(*)::int AS count
FROM certificate t
WHERE t.company_id = $1
  AND t.production = $2
