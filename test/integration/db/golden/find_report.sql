SELECT coalesce(r.state, CASE WHEN v.caea THEN 'reported' END) AS state,
-- The authority knew an imported one before us.
(
  extract(epoch FROM CASE WHEN r.state IS NULL THEN v.created_at ELSE r.reported_at END) * 1000
)::float8 AS "reportedAtMs", CASE WHEN r.state <> 'reported' THEN r.errors ELSE '[]' END AS errors
FROM voucher v
LEFT JOIN caea_report r
  ON r.voucher_id = v.id
  AND r.company_id = $1
  AND r.production = $2
WHERE v.company_id = $3
  AND v.production = $4
  AND v.id = $5
