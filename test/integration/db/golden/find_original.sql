/* find_original */
SELECT v.id, v.voucher_type AS "voucherType", v.pos_number AS "posNumber", v.voucher_number AS "voucherNumber",
  v.voucher_date::text AS "voucherDate", v.payload, v.source = 'rcel' AS "isImported", c.cuit,
  coalesce(
    (
      SELECT i.pos_number
      FROM issuance i
      WHERE v.caea
        AND i.id = v.issuance_id
    ), v.pos_number
  ) AS "askedPos",
  jsonb_build_object(
    'id', v.currency, 'quotation', CASE v.currency WHEN 'PES' THEN 1 ELSE v.currency_quotation END
  ) AS currency,
  jsonb_build_object(
    'net', v.net_amount::text, 'vat', v.vat_amount::text, 'exempt', v.exempt_amount::text, 'notTaxable',
    v.not_taxable_amount::text, 'tributes', v.tributes_amount::text, 'total', v.total_amount::text, 'vatRows', v.vat,
    'lines', v.lines, 'rounding', 'authority'
  ) AS amounts
FROM voucher v
JOIN company c
  ON c.id = v.company_id
WHERE v.company_id = $1
  AND v.production = $2
  AND v.id = $3
