SELECT s.pos_number AS "posNumber", s.voucher_type AS "voucherType", f.number, f.declared,
  public.is_in_doubt(f) AND NOT EXISTS (
    SELECT
    FROM voucher v
    WHERE v.company_id = s.company_id
      AND v.production = s.production
      AND v.pos_number = s.pos_number
      AND v.voucher_type = s.voucher_type
      AND v.voucher_number = f.number
  ) AS "isUnseen"
FROM freed_number f
JOIN sequence s
  ON s.id = f.sequence_id
WHERE f.issuance_id = $1
UNION ALL
SELECT b."posNumber", b."voucherType", NULL, b.declared, false
FROM issuance i
CROSS JOIN jsonb_to_recordset(i.body -> 'sentBefore') AS b("posNumber" int, "voucherType" int, declared jsonb)
WHERE i.id = $2
  AND i.body -> 'sentBefore' IS NOT NULL
