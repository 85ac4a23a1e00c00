/* find_sircip_standings */
SELECT CASE
  WHEN c.sircip IS NOT NULL THEN jsonb_build_object('from', c.sircip -> 'from', 'ownPerceptions', c.sircip -> 'ownPerceptions')
END AS agent, coalesce(c.sircip -> 'exempt' ? a.cuit, false) AS "isExempt",
  EXISTS (SELECT FROM sircip_period p WHERE p.period = a.period) AS "hasPeriod",
  (
    SELECT jsonb_build_object(
      'letter', t.letter, 'crc', t.crc, 'digit', substr(encode(t.digits, 'hex'), 925 - a.jurisdiction, 1)::int
    )
    FROM sircip_taxpayer t
    WHERE t.period = a.period
      AND t.cuit = a.cuit::bigint
  ) AS entry, (
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
FROM unnest((SELECT $1::int[]), (SELECT $2::text[]), (SELECT $3::int[]), (SELECT $4::int[])) WITH ORDINALITY AS a(period, cuit, state_id, jurisdiction, at)
CROSS JOIN company c
WHERE c.id = $5
ORDER BY a.at
