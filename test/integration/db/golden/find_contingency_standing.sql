SELECT (extract(epoch FROM c.active_since) * 1000)::float8 AS "activeSinceMs", coalesce(c.is_manual, false) AS "byHand",
  CASE WHEN c.active_since IS NOT NULL THEN coalesce(to_jsonb(c.reason), c.silence) END AS reason,
  (
    SELECT json_build_object('code', a.code, 'from', a.valid_from, 'to', a.valid_to, 'reportBy', a.report_by)
    FROM caea a
    WHERE a.company_id = $1
      AND a.production = $2
      AND a.period = $3
      AND a.fortnight = $4
      AND a.code IS NOT NULL
  ) AS code, o.unreported, o.rejected,
  (
    SELECT coalesce(
      json_agg(
        json_build_object(
          'number', p.number, 'sequences',
          (
            SELECT coalesce(
              json_agg(
                json_build_object(
                  'voucherType', s.voucher_type, 'lastNumber', s.last_number, 'lastReported',
                  coalesce(
                    (
                      SELECT min(r.voucher_number) - 1
                      FROM caea_report r
                      WHERE r.company_id = s.company_id
                        AND r.production = s.production
                        AND r.pos_number = s.pos_number
                        AND r.voucher_type = s.voucher_type
                        AND (r.state <> 'reported' AND r.state <> 'givenUp' OR r.gap)
                    ), s.last_number
                  )
                )
                ORDER BY s.voucher_type
              ), '[]'
            )
            FROM sequence s
            WHERE s.company_id = p.company_id
              AND s.production = p.production
              AND s.pos_number = p.number
          )
        )
        ORDER BY p.number
      ), '[]'
    )
    FROM point_of_sale p
    WHERE p.company_id = $5
      AND p.production = $6
      AND p.authorized_by = 'CAEA'
  ) AS "pointsOfSale"
FROM (
  SELECT count(*)::int AS unreported, count(*) FILTER (WHERE r.state = 'rejected')::int AS rejected
  FROM caea_report r
  WHERE r.company_id = $7
    AND r.production = $8
    AND r.state <> 'reported'
    AND r.state <> 'givenUp'
) o
LEFT JOIN contingency c
  ON c.company_id = $9
  AND c.production = $10
