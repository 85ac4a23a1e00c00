UPDATE point_of_sale p
SET logo_key = $1
WHERE p.company_id = $2
  AND p.production = $3
  AND p.number = $4
