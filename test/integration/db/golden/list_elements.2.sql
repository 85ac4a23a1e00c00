SELECT e.index, e.idempotency, e.state, e.pos_number AS "posNumber", e.voucher_type AS "voucherType", v.id,
  v.pos_number AS "voucherPos", v.voucher_number AS "voucherNumber", v.cae, v.total_amount::text AS "totalAmount",
  e.outcome, coalesce(i.state IN ('queued', 'submitted', 'approved'), false) AS "isKeyOpen",
  CASE
    WHEN e.state <> 'pending' THEN NULL
    WHEN i.state = 'submitted'
      AND i.operator_reason IS NOT NULL THEN 'itself'
    WHEN EXISTS (
      SELECT
      FROM issuance w
      WHERE w.company_id = e.company_id
        AND w.production = e.production
        AND w.pos_number = e.pos_number
        AND w.voucher_type = e.voucher_type
        AND w.state = 'submitted'
        AND w.operator_reason IS NOT NULL
    ) THEN 'earlier'
  END AS undecided,
-- A refusal is explained as a preview would.
CASE
  WHEN e.outcome ->> 'code' = 'TAXAUTH_ERROR'
    AND i.revision = e.revision THEN i.body
END AS body,
  CASE
    WHEN e.outcome ->> 'code' = 'TAXAUTH_ERROR' THEN jsonb_build_object(
      'issuer', jsonb_build_object('cuit', c.cuit, 'taxType', c.tax_type), 'today',
      to_char(e.settled_at AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD'), 'lastDate',
      (
        SELECT s.last_date
        FROM sequence s
        WHERE s.company_id = e.company_id
          AND s.production = e.production
          AND s.pos_number = e.pos_number
          AND s.voucher_type = e.voucher_type
      )
    )
  END AS standing
FROM batch_element e
JOIN company c
  ON c.id = e.company_id
-- One that ended without having been armed may not be linked yet: see waiting-elements.ts.
LEFT JOIN issuance i
  ON i.id = coalesce(
    e.issuance_id,
    (
      SELECT k.id
      FROM issuance k
      WHERE e.state = 'failed'
        AND e.attempt IS NOT NULL
        AND k.company_id = e.company_id
        AND k.production = e.production
        AND k.idempotency = e.idempotency
    )
  )
LEFT JOIN voucher v
  ON v.issuance_id = e.issuance_id
  AND e.state = 'issued'
WHERE e.company_id = $1
  AND e.production = $2
  AND e.batch_id = $3
ORDER BY e.index
