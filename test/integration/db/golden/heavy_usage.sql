SELECT u.company_id AS "companyId", p.monthly_vouchers AS "monthlyVouchers", u.extra, u.reserved,
  u.used_production AS "usedProduction", u.used_homologation AS "usedHomologation", s.anchor::text AS anchor,
  u.period_start::text AS "periodStart"
FROM usage_period u
JOIN company c
  ON c.id = u.company_id
JOIN subscription s
  ON s.company_id = u.company_id
JOIN plan p
  ON p.id = s.plan_id
WHERE (
  c.account_email IS NOT NULL
  OR EXISTS (
    SELECT
    FROM webhook h
    WHERE h.company_id = c.id
      AND h.enabled
  )
)
  AND u.period_start > current_date - 33
  AND 2 * (u.used_production + u.used_homologation) >= p.monthly_vouchers + u.extra
  AND NOT EXISTS (
    SELECT 1
    FROM warning w
    WHERE w.company_id = u.company_id
      AND w.kind = 'quota'
      AND w.subject = u.period_start::text
  )
