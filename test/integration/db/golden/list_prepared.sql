SELECT DISTINCT company_id AS "companyId", production
FROM point_of_sale
WHERE contingency_pos IS NOT NULL
  AND enabled
