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
UNION
SELECT i.id, i.idempotency
FROM issuance i
CROSS JOIN jsonb_to_recordset(i.body -> 'sentBefore') AS b("posNumber" int, "voucherType" int, declared jsonb)
WHERE $13::boolean
  AND i.id <> $14
  AND i.body -> 'sentBefore' IS NOT NULL
  AND i.id IN (
    SELECT i.id
    FROM issuance i
    WHERE i.state IN ('rejected', 'cancelled', 'failed')
      AND i.body IS NOT NULL
      AND i.company_id = $15
      AND i.production = $16
      AND i.pos_number = $17
      AND i.voucher_type = $18
    UNION ALL
    SELECT i.id
    FROM issuance i
    WHERE i.state IN ('queued', 'submitted')
      AND i.company_id = $19
      AND i.production = $20
      AND i.pos_number = $21
      AND i.voucher_type = $22
  )
  AND (b."posNumber", b."voucherType") = ($23, $24)
  AND public.is_of_sale(b.declared, $25, $26::int, $27, $28::numeric, $29)
ORDER BY 1
LIMIT $30
