/* find_sircip_standings */
SELECT CASE
  WHEN c.sircip IS NOT NULL THEN jsonb_build_object('from', c.sircip -> 'from', 'ownPerceptions', c.sircip -> 'ownPerceptions')
END AS agent, coalesce(c.sircip -> 'exempt' ? a.cuit, false) AS "isExempt",
  EXISTS (SELECT FROM sircip_period p WHERE p.period = a.period) AS "hasPeriod",
  (
    SELECT b.taxpayers
    FROM sircip_block b
    WHERE b.period = a.period
      AND b.block = a.block
  ) AS taxpayers, (
    SELECT to_char(s.starts, 'YYYYMMDD')
    FROM sircip_province s
    WHERE s.state_id = a.state_id
  ) AS begins,
  (
    SELECT n.adhesion ->> a.jurisdiction::text
    FROM sircip_period n
    ORDER BY n.period DESC
    LIMIT 1
  ) AS adhesion
-- The subselects hide the arrays from the planner: otherwise it plans anew at every call, which takes longer than the call.
FROM unnest(
  (SELECT $1::int[]), (SELECT $2::text[]), (SELECT $3::int[]), (SELECT $4::int[]), (SELECT $5::int[])
) WITH ORDINALITY AS a(period, cuit, block, state_id, jurisdiction, at)
CROSS JOIN company c
WHERE c.id = $6
ORDER BY a.at
