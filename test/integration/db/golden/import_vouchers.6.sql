SELECT i.id, i.pos_number AS "posNumber", i.voucher_type AS "voucherType", $1::int AS substitute, i.body, i.amounts,
  i.declared,
  jsonb_build_object(
    'posNumber', v.pos_number, 'voucherType', v.voucher_type, 'voucherDate', v.voucher_date, 'docType', v.doc_type,
    'docNumber', v.doc_number, 'totalAmount',
    (
      (
        CASE
          WHEN i.body ->> 'perceptions' IS NULL THEN v.total_amount
          ELSE v.total_amount - v.tributes_amount + (i.declared ->> 'tributesTotal')::numeric
        END
      )
    )::text, 'currency', v.currency, 'createdAt', v.created_at
  ) AS voucher
FROM issuance i
JOIN voucher v
  ON v.company_id = $2
  AND v.production = $3
  AND v.pos_number = $4
  AND v.voucher_type = $5
  AND v.source = 'rcel'
  AND v.issuance_id IS NULL
  AND v.voucher_date BETWEEN to_char(to_date(i.declared ->> 'voucherDate', 'YYYYMMDD') - 10, 'YYYYMMDD') AND i.declared ->> 'voucherDate'
  AND v.created_at - interval '10 minutes' < i.enqueued_at
WHERE i.company_id = $6
  AND i.production = $7
  AND i.voucher_type = $8
  AND (
    i.pos_number = $9
    OR EXISTS (
      SELECT
      FROM point_of_sale p
      WHERE p.company_id = $10
        AND p.production = $11
        AND p.number = $12
        AND p.authorized_by = 'CAEA'
    )
  )
  AND i.state IN ('queued', 'submitted', 'rejected', 'cancelled', 'failed')
  AND (i.state <> 'submitted' OR (i.pos_number, i.number) <> (v.pos_number, v.voucher_number))
  AND EXISTS (
    SELECT
    FROM sequence s
    WHERE s.company_id = $13
      AND s.production = $14
      AND s.pos_number = $15
      AND s.voucher_type = $16
      AND NOT public.is_verified(s)
  )
  AND v.doc_type = (i.declared ->> 'docType')::int
  AND trim(v.doc_number) = i.declared ->> 'docNumber'
  AND v.currency = i.declared ->> 'currency'
  AND i.body IS NOT NULL
  AND i.amounts IS NOT NULL
  AND (
    CASE
      WHEN i.body ->> 'perceptions' IS NULL THEN v.total_amount
      ELSE v.total_amount - v.tributes_amount + (i.declared ->> 'tributesTotal')::numeric
    END
  ) <> (i.declared ->> 'total')::numeric
  AND abs(
    (
      CASE
        WHEN i.body ->> 'perceptions' IS NULL THEN v.total_amount
        ELSE v.total_amount - v.tributes_amount + (i.declared ->> 'tributesTotal')::numeric
      END
    ) - (i.declared ->> 'total')::numeric
  ) <= 1 + 0.01 * jsonb_array_length(i.body -> 'items')
