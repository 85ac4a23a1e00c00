SELECT v.pos_number AS "posNumber", v.voucher_type AS "voucherType", v.voucher_number AS number,
  v.voucher_date::text AS "voucherDate", v.doc_type AS "docType", v.doc_number AS "docNumber",
  v.total_amount::text AS "totalAmount", v.tributes_amount::text AS "tributesAmount", v.currency, v.cae,
  v.caea AS "isCaea",
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
  ) AS "mayBeForgotten", (extract(epoch FROM v.created_at) * 1000)::float8 AS "processedAtMs"
FROM voucher v
WHERE v.company_id = $1
  AND v.production = $2
  AND v.source = 'rcel'
  AND v.issuance_id IS NULL
  AND v.voucher_date = ANY($3)
ORDER BY v.pos_number, v.voucher_type, v.voucher_number
