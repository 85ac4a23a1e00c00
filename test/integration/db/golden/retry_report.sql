UPDATE caea_report r
SET state = 'due', due_at = now() - interval '1 second'
WHERE r.company_id = $1
  AND r.production = $2
  AND r.voucher_id = $3
  AND r.state = 'rejected'
