SELECT count(*)::int AS count
FROM webhook w
WHERE w.company_id = $1
  AND w.production = $2
  AND w.listening_until IS NULL
