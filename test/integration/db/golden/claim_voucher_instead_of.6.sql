UPDATE voucher v
SET issuance_id = i.id, idempotency = i.idempotency, api_key_id = i.api_key_id, user_email = i.user_email,
  source = CASE
    WHEN i.user_email IS NULL
      AND (i.api_key_id IS NOT NULL OR i.idempotency NOT LIKE 'payment-%') THEN 'api'
    ELSE 'app'
  END, request_id = i.request_id, external_reference = $1, payload = $2, lines = $3::jsonb
FROM issuance i
WHERE i.id = $4
  AND v.company_id = $5
  AND v.production = $6
  AND v.pos_number = $7
  AND v.voucher_type = $8
  AND v.voucher_number = $9
  AND v.issuance_id IS NULL
  AND v.source = 'rcel'
  AND v.cae = $10
RETURNING v.id
