UPDATE caea_report r
SET state = 'reported', errors = '[]', observations = $1::jsonb, declared = NULL, reported_at = clock_timestamp(),
  attempt_count = 0, hidden_since = NULL
WHERE r.company_id = $2
  AND r.production = $3
  AND r.pos_number = $4
  AND r.voucher_type = $5
  AND r.voucher_number = $6
RETURNING r.voucher_number AS number
