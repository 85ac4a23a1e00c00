SELECT extra, reserved, used_production AS "usedProduction", used_homologation AS "usedHomologation",
  period_start::text AS "periodStart"
FROM usage_period
WHERE company_id = $1
ORDER BY period_start DESC
