UPDATE caea_report r
SET listed_at = NULL
WHERE r.company_id = $1
  AND r.production = $2
  AND r.pos_number = $3
  AND r.voucher_type = $4
  AND r.state <> 'reported'
  AND r.state <> 'givenUp'
  AND r.listed_at IS NOT NULL
