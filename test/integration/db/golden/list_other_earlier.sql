SELECT DISTINCT i.id AS "issuanceId", i.idempotency AS key
FROM sequence s
JOIN freed_number f
  ON f.sequence_id = s.id
JOIN issuance i
  ON i.id = f.issuance_id
WHERE s.company_id = $1
  AND s.production = $2
  AND s.pos_number = $3
  AND s.voucher_type = $4
  AND i.id <> $5
  AND i.state <> 'approved'
  AND public.is_of_sale(f.declared, $6, $7::int, $8, $9::numeric, $10)
  AND ($11 OR f.number = $12::int AND public.is_in_doubt(f))
ORDER BY i.id
LIMIT $13
