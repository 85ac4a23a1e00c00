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
ORDER BY f.id
