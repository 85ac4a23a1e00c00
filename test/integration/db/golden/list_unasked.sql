SELECT p.number, p.enabled
FROM point_of_sale p
WHERE p.company_id = $1
  AND p.production = $2
  AND p.authorized_by = 'CAEA'
  AND NOT EXISTS (
    SELECT
    FROM sequence s
    WHERE s.company_id = p.company_id
      AND s.production = p.production
      AND s.pos_number = p.number
      AND s.last_number IS NOT NULL
  )
ORDER BY p.number
