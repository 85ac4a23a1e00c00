SELECT p.logo_key AS "logoKey"
FROM point_of_sale p
WHERE p.company_id = $1
  AND p.production = $2
  AND p.number = $3
