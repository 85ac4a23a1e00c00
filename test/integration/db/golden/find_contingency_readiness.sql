WITH pos AS (
  SELECT DISTINCT p.number
  FROM point_of_sale p
  JOIN point_of_sale o
    ON o.company_id = p.company_id
    AND o.production = p.production
    AND o.contingency_pos = p.number
    AND o.enabled
  WHERE p.company_id = $1
    AND p.production = $2
    AND p.enabled
),
seq AS (
  SELECT s.*
  FROM sequence s
  JOIN pos
    ON pos.number = s.pos_number
  WHERE s.company_id = $3
    AND s.production = $4
    AND s.last_number IS NOT NULL
),
code AS (
  SELECT a.*
  FROM caea a
  WHERE a.company_id = $5
    AND a.production = $6
    AND a.valid_from = ANY($7::bpchar[])
),
open AS (
  SELECT r.state, a.report_by
  FROM caea_report r
  JOIN caea a
    ON a.id = r.caea_id
  WHERE r.company_id = $8
    AND r.production = $9
    AND r.state <> 'reported'
    AND r.state <> 'givenUp'
)
SELECT (SELECT count(*)::int FROM pos) AS substitutes,
  (
    SELECT coalesce(json_agg(number ORDER BY number), '[]')
    FROM pos
    WHERE number NOT IN (SELECT pos_number FROM seq)
  ) AS unasked,
  (
    SELECT count(*)::int
    FROM seq
    WHERE unverified
      OR incarnation IS DISTINCT FROM (SELECT public.current_incarnation())
  ) AS unverified, (SELECT coalesce(json_agg(valid_from), '[]') FROM code WHERE code IS NOT NULL) AS "inHand",
  (
    SELECT problem ->> 'detail'
    FROM code
    WHERE code IS NULL
      AND problem IS NOT NULL
    ORDER BY valid_from
    LIMIT 1
  ) AS problem, (SELECT count(*)::int FROM open) AS unreported,
  (SELECT count(*)::int FROM open WHERE state = 'rejected') AS rejected, (SELECT min(report_by) FROM open) AS "reportBy",
  (
    SELECT json_build_object(
      'since', to_char(c.active_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'reason', c.reason
    )
    FROM contingency c
    WHERE c.company_id = $10
      AND c.production = $11
      AND c.active_since IS NOT NULL
      AND c.is_manual
  ) AS "byHand"
