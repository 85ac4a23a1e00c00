SELECT i.id, i.revision, i.state::text, i.number, i.request_id AS "requestId", i.body, i.amounts, i.declared
FROM issuance i
WHERE i.company_id = $1
  AND i.production = $2
  AND i.pos_number = $3
  AND i.voucher_type = $4
  AND i.id = $5
