SELECT v.voucher_type AS "voucherType", v.pos_number AS "posNumber", v.voucher_number AS "voucherNumber",
  v.voucher_date AS "voucherDate", v.doc_type AS "docType", v.doc_number AS "docNumber",
  coalesce(p.customer ->> 'name', '') AS name,
  coalesce(p."receiverTaxConditionId", (p.customer ->> 'taxType')::int) AS "receiverCondition", v.total_amount AS total,
  v.net_amount AS net, v.vat_amount AS vat, v.exempt_amount AS exempt, v.not_taxable_amount AS "notTaxable",
  v.tributes_amount AS "tributesTotal", v.currency,
  CASE WHEN v.currency = 'PES' THEN '1' ELSE trim_scale(v.currency_quotation)::text END AS quotation, v.vat AS "vatRows",
  p.tributes, coalesce(p."activityCode", s.activity, c.activity_code) AS activity
FROM voucher v
CROSS JOIN LATERAL json_to_record(('{' || v.payload || '}')::json) AS p(customer json, tributes json, "receiverTaxConditionId" int, "activityCode" text)
LEFT JOIN point_of_sale s
  ON s.company_id = v.company_id
  AND s.production = v.production
  AND s.number = v.pos_number
JOIN company c
  ON c.id = v.company_id
WHERE v.company_id = $1
  AND v.production = $2
  AND v.voucher_date BETWEEN $3 AND $4
ORDER BY v.voucher_date, v.voucher_type, v.pos_number, v.voucher_number
