SELECT extra, reserved, used_production AS "usedProduction", used_homologation AS "usedHomologation"
FROM usage_period
WHERE company_id = $1
  AND period_start = $2::date
