SELECT c.id, c.code
FROM company c
LEFT JOIN number_check n
  ON n.company_id = c.id
  AND n.production = $1
WHERE EXISTS (
  SELECT
  FROM sequence s
  WHERE s.company_id = c.id
    AND s.production = $2
)
ORDER BY n.checked_at NULLS FIRST, c.code
