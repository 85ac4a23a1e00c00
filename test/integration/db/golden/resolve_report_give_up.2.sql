UPDATE caea_report r
SET state = 'givenUp', gap = $1, attempt_count = 0, hidden_since = NULL,
  errors = CASE
    WHEN r.errors <> '[]' THEN r.errors
    WHEN r.voucher_number = $2 THEN $3::jsonb
    ELSE $4::jsonb
  END
WHERE r.company_id = $5
  AND r.production = $6
  AND r.pos_number = $7
  AND r.voucher_type = $8
  AND (
    r.voucher_number = $9
    OR r.voucher_number > $10
    AND r.state <> 'reported'
    AND r.state <> 'givenUp'
  )
RETURNING r.voucher_number AS number
