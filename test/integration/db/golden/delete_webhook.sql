DELETE FROM webhook w
WHERE w.id = $1
  AND w.company_id = $2
  AND w.production = $3
