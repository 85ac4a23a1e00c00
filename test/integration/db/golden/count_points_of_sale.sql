SELECT count(*)::int AS count
FROM point_of_sale p
WHERE p.company_id = $1
  AND p.production = $2
