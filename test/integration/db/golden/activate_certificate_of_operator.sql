UPDATE certificate t
SET active = false
WHERE t.company_id IS NULL
  AND t.production = $1
  AND t.active
  AND t.id <> $2
