/* find_kept_body */
SELECT i.body
FROM issuance i
WHERE i.company_id = $1
  AND i.production = $2
  AND i.idempotency = $3
