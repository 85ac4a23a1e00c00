WITH seq AS MATERIALIZED (
  SELECT id, last_number
  FROM sequence
  WHERE id = $1
    AND epoch = $2
    AND token = $3::bigint
    AND incarnation = (SELECT public.current_incarnation())
  FOR UPDATE
)
SELECT 1
FROM seq, caea_report r
WHERE r.company_id = $4
  AND r.production = $5
  AND r.pos_number = $6
  AND r.voucher_type = $7
  AND r.voucher_id = $8
  AND r.state = $9
FOR UPDATE OF r
