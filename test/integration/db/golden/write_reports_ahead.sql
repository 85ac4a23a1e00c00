/* write_reports_ahead */
WITH seq AS MATERIALIZED (
  SELECT id, last_number
  FROM sequence
  WHERE id = $1
    AND epoch = $2
    AND token = $3::bigint
    AND incarnation = (SELECT public.current_incarnation())
  FOR UPDATE
),
r AS MATERIALIZED (
  SELECT r.voucher_id
  FROM seq, caea_report r
  WHERE r.company_id = $4
    AND r.production = $5
    AND r.pos_number = $6
    AND r.voucher_type = $7
    AND r.voucher_number BETWEEN $8 AND $9
    AND r.state IN ('due', 'sent')
  FOR UPDATE OF r
)
UPDATE caea_report
SET state = 'sent', epoch = $10, sent_at = clock_timestamp(), listed_at = NULL, hidden_since = NULL,
  due_at = clock_timestamp() + $11 * interval '1 millisecond'
WHERE voucher_id IN (SELECT voucher_id FROM r)
  AND (SELECT count(*) FROM r) = $12
