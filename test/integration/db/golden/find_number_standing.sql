SELECT (
  SELECT jsonb_build_object(
    'isTaken', v.issuance_id IS NOT NULL
    OR v.source <> 'rcel', 'key', v.idempotency, 'cae', v.cae, 'isCaea', v.caea, 'mayBeForgotten',
    (
      v.while_unverified
      OR EXISTS (
        SELECT
        FROM sequence s
        WHERE s.company_id = v.company_id
          AND s.production = v.production
          AND s.pos_number = v.pos_number
          AND s.voucher_type = v.voucher_type
          AND NOT public.is_verified(s)
      )
    )
  )
  FROM voucher v
  WHERE v.company_id = $1
    AND v.production = $2
    AND v.pos_number = $3
    AND v.voucher_type = $4
    AND v.voucher_number = $5
) AS voucher,
  (
    SELECT i.id
    FROM issuance i
    WHERE i.company_id = $6
      AND i.production = $7
      AND i.pos_number = $8
      AND i.voucher_type = $9
      AND i.state = 'submitted'
      AND i.number = $10
  ) AS "askedBy"
