SELECT coalesce(sum(o.vouchers), 0)::int AS unreported, coalesce(sum(o.points), 0)::int AS undeclared,
  extract(
    epoch FROM min((a.report_by::date + 1)::timestamp AT TIME ZONE 'America/Argentina/Buenos_Aires') - now()
  )::float8 AS "secondsLeft"
FROM (
  SELECT caea_id, count(*) AS vouchers, 0 AS points
  FROM public.caea_report r
  WHERE r.state <> 'reported'
    AND r.state <> 'givenUp'
  GROUP BY caea_id
  UNION ALL
  SELECT caea_id, 0, count(*)
  FROM public.caea_unused
  WHERE informed_at IS NULL
  GROUP BY caea_id
) o
JOIN public.caea a
  ON a.id = o.caea_id
