/* has_open */
SELECT 1
FROM issuance i
WHERE i.company_id = $1
  AND i.production = $2
  AND i.pos_number = $3
  AND i.voucher_type = $4
  AND i.state IN ('queued', 'submitted')
LIMIT 1
