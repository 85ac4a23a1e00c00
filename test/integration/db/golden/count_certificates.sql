SELECT count(*)::int AS certificates
FROM certificate t
WHERE t.company_id = $1
  AND t.production = $2
