SELECT b.cancelled_at IS NOT NULL AS cancelled
FROM batch b
WHERE b.company_id = $1
  AND b.production = $2
  AND b.id = $3
