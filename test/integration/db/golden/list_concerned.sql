WITH told AS (
  SELECT r.company_id, r.caea_id, count(*) AS unreported, count(*) FILTER (WHERE r.state = 'rejected') AS rejected,
    0 AS undeclared
  FROM public.caea_report r
  WHERE r.production = $1
    AND r.state <> 'reported'
    AND r.state <> 'givenUp'
  GROUP BY r.company_id, r.caea_id
  UNION ALL
  SELECT a.company_id, a.id, 0, 0, count(*)
  FROM public.caea_unused u
  JOIN public.caea a
    ON a.id = u.caea_id
  WHERE a.production = $2
    AND u.informed_at IS NULL
  GROUP BY a.company_id, a.id
),
open AS (
  SELECT t.company_id, sum(t.unreported)::int AS unreported, sum(t.rejected)::int AS rejected,
    sum(t.undeclared)::int AS undeclared, min(a.report_by) AS report_by
  FROM told t
  JOIN public.caea a
    ON a.id = t.caea_id
  GROUP BY t.company_id
)
SELECT o.code AS company, o.id AS "companyId", (extract(epoch FROM c.active_since) * 1000)::float8 AS "activeSinceMs",
  CASE WHEN c.active_since IS NOT NULL THEN coalesce(to_jsonb(c.reason), c.silence) END AS reason,
  coalesce(t.unreported, 0) AS unreported, coalesce(t.rejected, 0) AS rejected, coalesce(t.undeclared, 0) AS undeclared,
  t.report_by AS "reportBy"
FROM public.company o
LEFT JOIN public.contingency c
  ON c.company_id = o.id
  AND c.production = $3
LEFT JOIN open t
  ON t.company_id = o.id
WHERE c.active_since IS NOT NULL
  OR t.company_id IS NOT NULL
ORDER BY t.report_by, o.code
