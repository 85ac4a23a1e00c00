/* find_membership */
SELECT c.id AS "companyId", c.code AS "companyCode", c.name AS "companyName", m.role::text AS role,
  c.tax_type AS "taxType", c.withheld_a AS "withheldA", c.vat_rounding AS "vatRounding"
FROM public.membership m
JOIN public.company c
  ON c.id = m.company_id
WHERE m.person_id = $1
  AND m.accepted_at IS NOT NULL
  AND c.code = $2
