/* find_perceived_originals */
SELECT v.id, c.cuit, v.voucher_type AS "voucherType", v.pos_number AS "posNumber", v.voucher_number AS "voucherNumber",
  v.currency, CASE v.currency WHEN 'PES' THEN '1' ELSE v.currency_quotation::text END AS quotation,
  CASE
    WHEN starts_with(v.payload, '"perceptions":') THEN ('{' || v.payload || '}')::json -> 'perceptions'
  END AS perceptions
FROM jsonb_to_recordset($1::jsonb) AS a("posNumber" int, "voucherType" int, "voucherNumber" int, cuit text)
JOIN company c
  ON c.id = $2
JOIN voucher v
  ON v.company_id = c.id
  AND v.production = $3
  AND v.pos_number = a."posNumber"
  AND v.voucher_type = a."voucherType"
  AND v.voucher_number = a."voucherNumber"
  AND coalesce(a.cuit, c.cuit) = c.cuit
