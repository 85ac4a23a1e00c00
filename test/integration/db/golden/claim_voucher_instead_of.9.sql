UPDATE usage_period u
SET used_production = u.used_production + i.production::int,
  used_homologation = u.used_homologation + (NOT i.production)::int
FROM issuance i
WHERE i.id = $1
  AND u.company_id = i.company_id
  AND u.period_start = i.period_start
