SELECT c.code AS "companyCode", s.unverified,
  CASE WHEN p.exclusive THEN 'own' WHEN s.shared THEN 'shared' ELSE 'open' END AS kind
FROM sequence s
JOIN company c
  ON c.id = s.company_id
LEFT JOIN point_of_sale p
  ON p.company_id = s.company_id
  AND p.production = s.production
  AND p.number = s.pos_number
WHERE s.id = $1
