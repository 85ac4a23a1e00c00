SELECT f.number, f.declared, f.issuance_id AS "issuanceId", i.idempotency AS key,
  coalesce(i.state <> 'approved' AND NOT i.key_closed, false) AND public.is_in_doubt(f) AS "mayBringSecond"
FROM freed_number f
JOIN sequence s
  ON s.id = f.sequence_id
LEFT JOIN issuance i
  ON i.id = f.issuance_id
WHERE s.company_id = $1
  AND s.production = $2
  AND s.pos_number = $3
  AND s.voucher_type = $4
  AND f.number BETWEEN $5 AND $6
ORDER BY f.number
