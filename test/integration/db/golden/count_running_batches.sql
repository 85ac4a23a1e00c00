SELECT count(*)::int AS count
FROM batch b
WHERE b.company_id = $1
  AND b.production = $2
  AND b.finished_at IS NULL
