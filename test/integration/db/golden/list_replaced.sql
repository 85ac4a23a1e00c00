SELECT p.number
FROM point_of_sale p
WHERE p.company_id = $1
  AND p.production = $2
  AND p.contingency_pos = $3
ORDER BY p.number
