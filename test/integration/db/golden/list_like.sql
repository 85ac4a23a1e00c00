SELECT i.id AS "issuanceId", i.idempotency AS key, i.doubt IS NOT NULL OR public.is_suspect(i.id) AS "isDoubtful",
  i.pos_number AS "posNumber", i.voucher_type AS "voucherType", NULL AS substitute, i.body, i.amounts, i.declared
FROM issuance i
WHERE i.company_id = $1
  AND i.production = $2
  AND i.pos_number = $3
  AND i.voucher_type = $4
  AND i.id IN (
    SELECT i.id
    FROM issuance i
    WHERE i.state IN ('rejected', 'cancelled', 'failed')
      AND i.body IS NOT NULL
      AND i.company_id = $5
      AND i.production = $6
      AND i.pos_number = $7
      AND i.voucher_type = $8
    UNION ALL
    SELECT i.id
    FROM issuance i
    WHERE i.state IN ('queued', 'submitted')
      AND i.company_id = $9
      AND i.production = $10
      AND i.pos_number = $11
      AND i.voucher_type = $12
  )
  AND i.amounts IS NOT NULL
  AND i.body ->> 'voucherDate' BETWEEN $13 AND $14
  AND (
    abs((i.amounts ->> 'total')::numeric - $15::numeric) <= $16
    OR $17::boolean
    AND i.body ->> 'perceptions' IS NOT NULL
  )
ORDER BY i.id
