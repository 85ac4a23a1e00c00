UPDATE certificate t
SET active = false
WHERE t.company_id = $1
  AND t.production = $2
  AND t.active
  AND t.id <> $3
